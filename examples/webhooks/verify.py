"""Verifies deliveries of webhooks, signed as in Standard Webhooks (docs/api/accounts.md)."""

import base64
import hashlib
import hmac
import re
import time


def is_genuine(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Return whether the service has sent this body, in the last five minutes. Header names are in lower case."""
    id_, sent, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    signed = f"{id_}.{sent}.".encode(errors="replace") + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    fresh = re.fullmatch("[0-9]{10}", sent) is not None and abs(time.time() - int(sent)) < 300
    given = signatures.encode(errors="replace").split()
    return fresh and any(hmac.compare_digest(expected.encode(), one) for one in given)
