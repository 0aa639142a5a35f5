"""The club's login, with its members. Yours is your app's, or one that you rent.

`python examples/tournament/login.py` makes its keys: a private one to sign with, and a public one for the service.
"""

import json
import time
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from jwt.algorithms import OKPAlgorithm

FOLDER = Path("club")
PRIVATE, PUBLIC = FOLDER / "private.pem", FOLDER / "keys.json"
ISSUER, AUDIENCE = "https://club.example", "taphouse"


def make_keys() -> None:
    """Write both keys."""
    key = Ed25519PrivateKey.generate()
    FOLDER.mkdir(exist_ok=True)
    PRIVATE.touch(mode=0o600)
    PRIVATE.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)
    PUBLIC.write_text(json.dumps({"keys": [public | {"kid": "first", "alg": "EdDSA", "use": "sig"}]}))


def token(member: str) -> str:
    """A token with which a member is logged in for an hour."""
    now = int(time.time())
    said = {"iss": ISSUER, "aud": AUDIENCE, "sub": member.lower(), "name": member, "iat": now, "exp": now + 3600}
    return jwt.encode(said, PRIVATE.read_bytes(), "EdDSA", headers={"kid": "first"})


if __name__ == "__main__":
    make_keys()
