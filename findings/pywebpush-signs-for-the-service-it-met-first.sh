#!/bin/sh
# `webpush` of pywebpush writes the audience into the caller's `vapid_claims`, and keeps one that it finds there. So if one dictionary
# serves subscriptions at two push services, the token for the second names the first. RFC 8292 (section 2) has the token name the
# origin of the push service that it goes to; a service may refuse another. With a copy for each call both are right; `web-push` for
# Node.js (3.6.7) makes the claims anew each time.
#
# Seen with pywebpush 2.5.0 and py-vapid 1.9.6 on Python 3.11:
#   one dictionary: https://a.invalid -> https://a.invalid, https://b.invalid -> https://a.invalid
#   a copy for each: https://a.invalid -> https://a.invalid, https://b.invalid -> https://b.invalid
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv home
home/bin/pip install --quiet --disable-pip-version-check pywebpush==2.5.0 py-vapid==1.9.6 cryptography==50.0.2
cat > run.py <<'PY'
import base64
import json
from unittest.mock import Mock

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from pywebpush import webpush

SERVICES = ["https://a.invalid", "https://b.invalid"]
key = Vapid()
key.generate_keys()
point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
keys = {"p256dh": base64.urlsafe_b64encode(point).decode(), "auth": "A" * 22}
sent = []


def post(_endpoint, headers, **_):
    claims = headers["Authorization"].split("t=")[1].split(".")[1]
    sent.append(json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"])
    return Mock(status_code=201)


def audiences(claims):
    sent.clear()
    for service in SERVICES:
        subscription = {"endpoint": f"{service}/x", "keys": keys}
        webpush(subscription, vapid_private_key=key, vapid_claims=claims(), requests_session=Mock(post=post))
    return ", ".join(f"{service} -> {audience}" for service, audience in zip(SERVICES, sent, strict=True))


shared = {"sub": "mailto:host@example.com"}
seen = [f"one dictionary: {audiences(lambda: shared)}"]
seen.append(f"a copy for each: {audiences(lambda: {'sub': 'mailto:host@example.com'})}")
print("\n".join(seen))
a, b = SERVICES
raise SystemExit(0 if seen == [f"one dictionary: {a} -> {a}, {b} -> {a}", f"a copy for each: {a} -> {a}, {b} -> {b}"] else 1)
PY
home/bin/python run.py
