"""Verifies deliveries of webhooks, signed as in Standard Webhooks (docs/api.md)."""

import base64
import hashlib
import hmac
import time


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Return whether the service has sent this body, in the last five minutes. Header names are in lower case."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    given = headers["webhook-signature"].split()
    fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return fresh and any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)
