#!/bin/sh
# sseclient-py delivers an event of which only a part has arrived when the stream ends, as if it were whole: half a JSON text, say.
# By the HTML standard, an event that no blank line has ended is discarded, and so does httpx-sse.
#
# Seen with sseclient-py 1.9.0 and httpx-sse 0.4.3 on Python 3.11:
#   sseclient-py: ['{"a": 1}', '{"a"']
#   httpx-sse: ['{"a": 1}']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv home
home/bin/pip install --quiet --disable-pip-version-check sseclient-py==1.9.0 httpx-sse==0.4.3 httpx==0.28.1
cat > run.py <<'PY'
import httpx
from httpx_sse import connect_sse
from sseclient import SSEClient

STREAM = b'data: {"a": 1}\n\ndata: {"a"'
HEADERS = {"content-type": "text/event-stream"}

one = [event.data for event in SSEClient(iter([STREAM])).events()]
transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=HEADERS, content=STREAM))
with httpx.Client(transport=transport) as client, connect_sse(client, "GET", "http://localhost/") as source:
    other = [event.data for event in source.iter_sse()]
print(f"sseclient-py: {one}")
print(f"httpx-sse: {other}")
raise SystemExit(0 if (one, other) == (['{"a": 1}', '{"a"'], ['{"a": 1}']) else 1)
PY
home/bin/python run.py
