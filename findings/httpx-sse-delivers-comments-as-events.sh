#!/bin/sh
# Once an event with an id has come, httpx-sse delivers an event for each comment that a blank line follows, the usual keep-alive:
# no data, type `message`, and the id of the event before it. `json()` fails on it. Before the first id it delivers none. By the
# HTML standard, a block without data is no event, with a last event id or without. sseclient-py does it right.
#
# Seen with httpx-sse 0.4.3 and sseclient-py 1.9.0 on Python 3.11, for a comment, event 1 and two comments:
#   httpx-sse: [('1', '{"a": 1}'), ('1', ''), ('1', '')]
#   sseclient-py: [('1', '{"a": 1}')]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv home
home/bin/pip install --quiet --disable-pip-version-check httpx-sse==0.4.3 sseclient-py==1.9.0 httpx==0.28.1
cat > run.py <<'PY'
import httpx
from httpx_sse import connect_sse
from sseclient import SSEClient

STREAM = b': wait\n\nid: 1\ndata: {"a": 1}\n\n: wait\n\n: wait\n\n'
HEADERS = {"content-type": "text/event-stream"}

transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=HEADERS, content=STREAM))
with httpx.Client(transport=transport) as client, connect_sse(client, "GET", "http://localhost/") as source:
    one = [(event.id, event.data) for event in source.iter_sse()]
other = [(event.id, event.data) for event in SSEClient(iter([STREAM])).events()]
print(f"httpx-sse: {one}")
print(f"sseclient-py: {other}")
event = ("1", '{"a": 1}')
raise SystemExit(0 if (one, other) == ([event, ("1", ""), ("1", "")], [event]) else 1)
PY
home/bin/python run.py
