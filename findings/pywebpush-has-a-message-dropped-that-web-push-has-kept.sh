#!/bin/sh
# For one subscription and one message, without options, pywebpush sends `TTL: 0` and web-push four weeks. With 0, a push service
# drops the message unless the device is connected at that moment (RFC 8030, section 5.2), and still answers 201: so what reaches a
# phone in a pocket by one library does not by the other. Give both a TTL.
#
# Seen with pywebpush 2.5.0 on Python 3.11 and web-push 3.6.7 on Node 20:
#   pywebpush: TTL 0
#   web-push: TTL 2419200
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv home
home/bin/pip install --quiet --disable-pip-version-check pywebpush==2.5.0 py-vapid==1.9.6 cryptography==50.0.2
echo '{"type": "module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts web-push@3.6.7
cat > subscription.json <<'JSON'
{
  "endpoint": "https://push.invalid/x",
  "keys": {
    "p256dh": "BH3wgrqMf07q1sFdCPZsepB1p6SYBF3GiDCU4qT4khNc0DhwTRveKwrwoFMCMN5huqC83m0qcBOsUP1PX-7fFxY",
    "auth": "AAAAAAAAAAAAAAAAAAAAAA"
  }
}
JSON
cat > run.py <<'PY'
import json
from unittest.mock import Mock

from pywebpush import webpush

with open("subscription.json") as file:
    subscription = json.load(file)
post = Mock(return_value=Mock(status_code=201))
webpush(subscription, "hello", requests_session=Mock(post=post))
print("pywebpush: TTL", post.call_args.kwargs["headers"]["ttl"])
PY
cat > run.mjs <<'JS'
import { readFileSync } from "node:fs";
import webpush from "web-push";

const sent = webpush.generateRequestDetails(JSON.parse(readFileSync("subscription.json", "utf8")), "hello");
console.log("web-push: TTL", String(sent.headers.TTL));
JS
{ home/bin/python run.py; node run.mjs; } > seen
cat seen
printf 'pywebpush: TTL 0\nweb-push: TTL 2419200\n' | cmp -s - seen
