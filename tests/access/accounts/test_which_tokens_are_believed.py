"""JSON Web Tokens that are believed, and the keys that sign them."""

from __future__ import annotations

import base64
import hmac
import json
import time
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.values.versions import moment
from taphouse.service.access import accounts
from taphouse.service.access.accounts import LEEWAY
from taphouse.service.runtime.settings import Settings
from tests.access.accounts.shared import reading
from tests.access.issuer import ANN, AUDIENCE, BOB, HOUR, Issuer, Json, Pair, claims, key_set
from tests.api.client import Client
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server


@pytest.fixture(scope="module")
def rsa() -> Pair:
    return Pair("rsa", "RS256")


async def test_a_subject_is_a_player_at_any_instance_and_another_subject_another(issuer: Issuer) -> None:
    one, two = reading(issuer.file), reading(issuer.file)
    ann = await one.read(issuer.token(ANN))
    assert ann
    again = await two.read(issuer.token(ANN, exp=int(time.time()) + 2 * HOUR))
    bob = await one.read(issuer.token(BOB))
    assert again
    assert bob
    assert ann.id == again.id != bob.id
    assert ann.until < again.until


async def test_a_subject_that_is_no_unicode_is_nobody(issuer: Issuer) -> None:
    assert await reading(issuer.file).read(issuer.token("\ud800")) is None


async def test_a_login_lasts_until_the_last_time_there_is(issuer: Issuer) -> None:
    for end in (253_402_300_800, 10**30):
        player = await reading(issuer.file).read(issuer.token(ANN, exp=end))
        assert player
        assert moment(player.until).year == 9999
    for end in (float("inf"), float("nan")):
        assert await reading(issuer.file).read(issuer.token(ANN, exp=end)) is None


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA", "RS256"])
async def test_keys_of_every_usual_kind_are_believed(tmp_path: Path, algorithm: str) -> None:
    pair = Pair("k", algorithm)
    (tmp_path / "keys").write_text(json.dumps(key_set(pair)))
    assert await reading(tmp_path / "keys").read(pair.sign(claims(ANN)))


@pytest.mark.parametrize(
    "other",
    [
        {"iss": "https://login.elsewhere.example"},
        {"iss": None},
        {"aud": "another service"},
        {"aud": ["one", "another"]},
        {"aud": None},
        {"exp": int(time.time()) - LEEWAY - 60},
        {"exp": None},
        {"exp": "tomorrow"},
        {"exp": 1e308 * 10},
        {"nbf": int(time.time()) + HOUR},
        {"iat": int(time.time()) + HOUR},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
    ],
    ids="-".join,
)
async def test_a_token_that_says_something_wrong_is_not_believed(issuer: Issuer, other: Json) -> None:
    said = {name: value for name, value in (claims(ANN) | other).items() if value is not None}
    assert await reading(issuer.file).read(issuer.key.sign(said)) is None


async def test_one_of_several_audiences_is_enough(issuer: Issuer) -> None:
    assert await reading(issuer.file).read(issuer.token(ANN, aud=["another", AUDIENCE]))


def raw(header: Json, said: Json, sign: Any) -> str:
    """A token by hand, as no library would make it."""

    def part(value: bytes) -> str:
        return base64.urlsafe_b64encode(value).decode().rstrip("=")

    head = f"{part(json.dumps(header).encode())}.{part(json.dumps(said).encode())}"
    return f"{head}.{part(sign(head.encode()))}"


async def test_the_algorithm_is_the_keys_and_not_what_a_token_says(rsa: Pair, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(json.dumps(key_set(rsa)))
    public = rsa.private.public_key()
    secrets = [
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        json.dumps(rsa.public).encode(),
        b"",
    ]
    reader = reading(tmp_path / "keys")
    for secret in secrets:
        header = {"alg": "HS256", "kid": "rsa"}
        forged = raw(header, claims(ANN), lambda head, key=secret: hmac.digest(key, head, "sha256"))
        assert await reader.read(forged) is None
    for name in ("none", "None", "", "RS512", "ES256", None, 7):
        assert await reader.read(raw({"alg": name, "kid": "rsa"}, claims(ANN), lambda _: b"")) is None
    assert await reader.read(jwt.encode(claims(ANN), rsa.private, "RS512", headers={"kid": "rsa"})) is None
    assert await reader.read(rsa.sign(claims(ANN)))


async def test_a_secret_in_the_key_set_makes_no_tokens(tmp_path: Path, rsa: Pair) -> None:
    secret = b"a secret that should not be there at all"
    oct_key = {"kty": "oct", "kid": "shared", "k": base64.urlsafe_b64encode(secret).decode().rstrip("=")}
    (tmp_path / "keys").write_text(json.dumps({"keys": [rsa.public, oct_key]}))
    token = jwt.encode(claims(ANN), secret, "HS256", headers={"kid": "shared"})
    assert await reading(tmp_path / "keys").read(token) is None


async def test_a_key_for_something_else_than_signing_is_not_used(tmp_path: Path) -> None:
    pair, sealing = Pair("signs"), Pair("seals")
    sealing.public["use"] = "enc"
    (tmp_path / "keys").write_text(json.dumps(key_set(pair, sealing)))
    assert await reading(tmp_path / "keys").read(sealing.sign(claims(ANN))) is None


GARBAGE = [
    *("a.b.c", "..", "x..y", "e30.e30.e30", "\0.\0.\0", "ä.ö.ü", "{}.{}.{}", "." * 2 + "A" * 6000),
    raw({"alg": "ES256", "kid": ["first"]}, {}, lambda _: b""),
    raw({"alg": "ES256", "kid": {"a": 1}}, {}, lambda _: b""),
    raw({"alg": "ES256", "kid": "first", "crit": ["exp"]}, {}, lambda _: b"x" * 64),
    base64.urlsafe_b64encode(b"[" * 3000).decode().rstrip("=") + ".e30.e30",
    base64.urlsafe_b64encode(b'{"alg":' + b"1" * 5000 + b"}").decode().rstrip("=") + ".e30.e30",
]


@pytest.mark.parametrize("token", GARBAGE, ids=range(len(GARBAGE)))
async def test_garbage_is_not_believed_and_breaks_nothing(issuer: Issuer, token: str) -> None:
    assert await reading(issuer.file).read(token) is None


def test_a_token_that_is_too_long_is_rejected_unread(anyone: Client, issuer: Issuer) -> None:
    long = issuer.token(ANN, more="x" * accounts.MOST_TOKEN)
    answer = anyone.with_token(long).ask("{ account { __typename } }")
    assert answer["account"]["__typename"] == "TokenRejected"


def test_without_accounts_a_login_proves_nothing(issuer: Issuer) -> None:
    with Server(store=MemoryStore()) as server, http(server) as client:
        answer = Client(client, issuer.token(ANN)).ask("{ account { ... on Problem { code } } }")
    assert answer == {"account": {"code": "TOKEN_REJECTED"}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"accounts_keys": "http://login.example/keys"}, "must use https"),
        ({"accounts_keys": "https://ann:secret@login.example/keys"}, "without user and password"),
        ({"accounts_keys": "https:///keys"}, "with a host"),
        ({"accounts_keys": "https://login.example/my keys"}, "visible ASCII characters"),
        ({"accounts_keys": "/there/is/no/such/file"}, "must be a file or an https URL"),
        ({"accounts_issuer": None}, "TAPHOUSE_ACCOUNTS_ISSUER"),
        ({"accounts_audience": None, "accounts_keys": None}, "TAPHOUSE_ACCOUNTS_AUDIENCE and TAPHOUSE_ACCOUNTS_KEYS"),
    ],
)
def test_settings_that_recognise_no_account_are_refused(issuer: Issuer, given: Json, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Settings(signing_key=SIGNING_KEY, **issuer.settings | given)
