"""Players with accounts: which JSON Web Tokens are believed, by which keys, and what an account plays, sees and is shown."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from taphouse.service.access import accounts
from taphouse.service.access.accounts import FRESH, LEEWAY, PAUSE, Accounts, KeysAway
from taphouse.service.runtime.settings import Settings
from taphouse.service.store.memory import MemoryStore
from taphouse.service.tables.encoding import SNAPSHOT_EVERY
from tests.access.issuer import (
    ANN,
    AUDIENCE,
    BOB,
    HOUR,
    ISSUER,
    Issuer,
    Json,
    Pair,
    Published,
    claims,
    key_set,
    published,
)
from tests.api.client import CASK, MINE, OPEN, Client, in_notation, seats_of
from tests.api.conftest import http
from tests.api.server import SIGNING_KEY, Server, until


class Clock:
    """Seconds that a test moves."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(accounts, "time", SimpleNamespace(monotonic=moved.monotonic))
    return moved


@pytest.fixture
def keys() -> Iterator[Published]:
    with published() as state:
        yield state


def reading(source: object) -> Accounts:
    return Accounts(ISSUER, AUDIENCE, str(source))


@pytest.fixture(scope="module")
def rsa() -> Pair:
    return Pair("rsa", "RS256")


# --- which tokens are believed -----------------------------------------------------------------------------------------------


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


# --- keys that come and go -----------------------------------------------------------------------------------------------------


async def test_a_new_key_is_found_as_soon_as_a_token_names_it_and_an_old_one_ends(
    keys: Published, clock: Clock
) -> None:
    old, new = Pair("old"), Pair("new")
    reader = reading(keys.url)
    keys.publish(old)
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(old, new)
    clock.now += PAUSE
    assert await reader.read(new.sign(claims(ANN)))
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(new)
    clock.now += FRESH
    assert await reader.read(old.sign(claims(ANN))) is None
    assert await reader.read(new.sign(claims(ANN)))
    assert keys.asked == 3


async def test_whatever_names_tokens_make_up_the_issuer_is_asked_seldom(keys: Published, clock: Clock) -> None:
    keys.publish(Pair("one"))
    reader, strange = reading(keys.url), Pair("strange")
    for number in range(20):
        assert await reader.read(strange.sign(claims(ANN), kid=f"made up {number}")) is None
    assert keys.asked == 1
    clock.now += PAUSE
    for number in range(20):
        assert await reader.read(strange.sign(claims(ANN), kid=f"made up {number}")) is None
    assert keys.asked == 2


async def test_who_comes_while_the_keys_are_fetched_waits_for_them(keys: Published) -> None:
    pair = Pair("one")
    keys.publish(pair)
    keys.let.clear()
    reader = reading(keys.url)
    reads = [asyncio.create_task(reader.read(pair.sign(claims(ANN)))) for _ in range(5)]
    await asyncio.to_thread(until, lambda: keys.asked, "the issuer is asked")
    keys.let.set()
    assert all(await asyncio.gather(*reads))
    assert keys.asked == 1


async def test_who_comes_with_a_known_key_does_not_wait(keys: Published, clock: Clock) -> None:
    old, new = Pair("old"), Pair("new")
    keys.publish(old)
    reader = reading(keys.url)
    assert await reader.read(old.sign(claims(ANN)))
    keys.publish(old, new)
    keys.let.clear()
    clock.now += FRESH
    first = asyncio.create_task(reader.read(new.sign(claims(ANN))))
    await asyncio.to_thread(until, lambda: keys.asked == 2, "the issuer is asked again")
    assert await reader.read(old.sign(claims(BOB)))
    keys.let.set()
    assert await first


async def test_a_look_that_is_given_up_is_made_by_the_next_one(keys: Published) -> None:
    pair = Pair("one")
    keys.publish(pair)
    keys.let.clear()
    reader = reading(keys.url)
    first = asyncio.create_task(reader.read(pair.sign(claims(ANN))))
    await asyncio.to_thread(until, lambda: keys.asked, "the issuer is asked")
    first.cancel()
    await asyncio.wait([first])
    keys.let.set()
    assert await reader.read(pair.sign(claims(ANN)))


BROKEN = [
    *((500, b""), (404, b"{}"), (302, b""), (200, b""), (200, b"[]"), (200, b"null"), (200, b"7"), (200, b"\xff")),
    *(
        (200, b'{"keys": []}'),
        (200, b'{"keys": 7}'),
        (200, b'{"keys": [7, {}, {"kty": "RSA"}]}'),
        (200, b"[" * 100_000),
    ),
    (200, b'{"keys": []}' + b" " * (1 << 20)),
]


@pytest.mark.parametrize("answer", BROKEN, ids=range(len(BROKEN)))
async def test_keys_that_cannot_be_had_are_away_and_those_before_are_kept(
    keys: Published, clock: Clock, answer: tuple[int, bytes]
) -> None:
    pair, reader = Pair("one"), reading(keys.url)
    token, good = pair.sign(claims(ANN)), (200, json.dumps(key_set(pair)).encode())
    keys.answer = answer
    for _ in range(2):
        with pytest.raises(KeysAway):
            await reader.read(token)
    assert keys.asked == 1
    keys.answer = good
    clock.now += PAUSE
    assert await reader.read(token)
    keys.answer = answer
    clock.now += FRESH
    assert await reader.read(token)
    assert keys.asked == 3


def test_while_the_keys_are_away_a_request_may_be_sent_again(keys: Published) -> None:
    keys.answer = (500, b"")
    settings = {"accounts_issuer": ISSUER, "accounts_audience": AUDIENCE, "accounts_keys": keys.url}
    with Server(store=MemoryStore(), **settings) as server, http(server) as client:
        answer = Client(client, Pair("one").sign(claims(ANN))).post("{ account { __typename } }")
        assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (503, "UNAVAILABLE")
        headers = {"authorization": f"Bearer {Pair('one').sign(claims(ANN))}"}
        assert client.get(f"/v1/games/{'a' * 24}/events", headers=headers).status_code == 503
        assert "errors" not in Client(client).post("{ account { __typename } }").json()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"accounts_keys": "http://login.example/keys"}, "must use https"),
        ({"accounts_keys": "/there/is/no/such/file"}, "must be a file or an https URL"),
        ({"accounts_issuer": None}, "TAPHOUSE_ACCOUNTS_ISSUER"),
        ({"accounts_audience": None, "accounts_keys": None}, "TAPHOUSE_ACCOUNTS_AUDIENCE and TAPHOUSE_ACCOUNTS_KEYS"),
    ],
)
def test_settings_that_recognise_no_account_are_refused(issuer: Issuer, given: Json, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Settings(signing_key=SIGNING_KEY, **issuer.settings | given)


# --- to play by an account -----------------------------------------------------------------------------------------------------

GAMES = """query ($first: Int! = 20, $after: String) { account { ... on Account { id
  games(first: $first, after: $after) { edges { cursor node { id gameId viewer { role seat host readOnly } } }
    pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }
  pendingDecisions { edges { node { version since decision { seat } game { id gameId version updatedAt } } } } } } }"""


def mine(player: Client, **given: Any) -> Json:
    found: Json = player.ask(GAMES, **given)["account"]
    return found


@pytest.fixture(params=["memory", "valkey"])
def somewhere(request: pytest.FixtureRequest) -> Client:
    """Somebody without a token, on either store."""
    if request.param == "memory":
        found: Client = request.getfixturevalue("anyone")
        return found
    pair: tuple[Client, Client] = request.getfixturevalue("two_instances")
    return pair[0]


def player_of(client: Client, issuer: Issuer, subject: str) -> Client:
    return client.with_token(issuer.token(subject))


def test_two_accounts_play_a_whole_game_without_a_seats_token(somewhere: Client, issuer: Issuer) -> None:
    ann, bob = (player_of(somewhere, issuer, name + somewhere.http.base_url.host + "plays") for name in (ANN, BOB))
    made = ann.done("createGame", game={CASK: {"turnCap": 6}}, seats=seats_of([MINE, OPEN]))
    id_ = made["game"]["gameId"]
    bob.done("joinGame", gameId=id_)
    moves = 0
    while True:
        waiting = {
            player: [edge["node"] for edge in mine(player)["pendingDecisions"]["edges"]] for player in (ann, bob)
        }
        due = [(player, node) for player, nodes in waiting.items() for node in nodes if node["game"]["gameId"] == id_]
        if not due:
            break
        ((player, node),) = due
        assert node["since"] == node["game"]["updatedAt"]
        assert node["game"]["id"] == id_, "what is pending is shown at the newest version"
        assert node["version"] == node["game"]["version"]
        assert node["decision"]["seat"] == (1 if player is ann else 2)
        player.done("play", gameId=id_, moves=[player.legal_moves(id_)[0]["input"]])
        moves += 1
    assert moves >= 6
    assert ann.look(id_)["status"] == "OVER"
    for player, viewer in ((ann, (1, True)), (bob, (2, False))):
        (edge,) = mine(player)["games"]["edges"]
        assert (edge["node"]["id"], edge["node"]["viewer"]["seat"], edge["node"]["viewer"]["host"]) == (id_, *viewer)


def test_an_account_sees_its_own_cards_and_a_stranger_none(anyone: Client, issuer: Issuer) -> None:
    ann = player_of(anyone, issuer, "sees")
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, MINE]))
    id_, tokens = made["game"]["gameId"], [seat["token"] for seat in made["seats"]]
    as_token = anyone.with_token(tokens[0]).look(id_)
    as_account = ann.look(id_)
    assert as_account["viewer"] == {"role": "SEAT", "seat": 1, "host": True, "readOnly": False}
    assert {**as_account, "viewer": None} == {**as_token, "viewer": None}
    assert player_of(anyone, issuer, "a stranger").look(id_) == anyone.look(id_)


def test_an_account_has_one_seat_in_a_game(somewhere: Client, issuer: Issuer) -> None:
    bob = player_of(somewhere, issuer, BOB)
    id_ = somewhere.done("createGame", game={CASK: {}}, seats=seats_of([OPEN, OPEN]))["game"]["gameId"]
    seat = bob.done("joinGame", gameId=id_, seat=2)["seat"]["seat"]
    problem = bob.refused("joinGame", gameId=id_)
    assert (problem["code"], problem["yourSeat"], seat) == ("ALREADY_SEATED", 2, 2)


def test_games_come_in_pages_the_newest_first(somewhere: Client, issuer: Issuer) -> None:
    host = player_of(somewhere, issuer, "many games")
    made = [host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"] for _ in range(5)]
    made.sort(key=lambda game: (game["createdAt"], game["id"]), reverse=True)
    after, seen = None, []
    for size in (2, 2, 1):
        page = mine(host, first=2, after=after)["games"]
        info = page["pageInfo"]
        assert (len(page["edges"]), info["hasPreviousPage"]) == (size, after is not None)
        assert (info["startCursor"], info["endCursor"]) == (page["edges"][0]["cursor"], page["edges"][-1]["cursor"])
        seen += [edge["node"]["id"] for edge in page["edges"]]
        after = info["endCursor"]
    assert not info["hasNextPage"]
    assert seen == [game["id"] for game in made]
    assert mine(host, first=9, after=after)["games"]["edges"] == []


@pytest.mark.parametrize("how", ["moves", "resign", "reissueToken"])
def test_a_players_list_that_was_lost_fills_again_as_their_games_go_on(
    service: Server, anyone: Client, issuer: Issuer, how: str
) -> None:
    host, guest = (player_of(anyone, issuer, f"{name} loses the list, {how}") for name in (ANN, BOB))
    id_ = host.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    guest.done("joinGame", gameId=id_)
    app: Any = service._server.config.app
    app.state.services.store._lists.clear()
    assert [mine(player)["games"]["edges"] for player in (host, guest)] == [[], []]
    if how == "moves":
        for number in range(SNAPSHOT_EVERY):
            (host, guest)[number % 2].done("play", gameId=id_, moves=in_notation("pass"))
    else:
        host.done(how, gameId=id_, **({"seat": 2} if how == "reissueToken" else {}))
    found = [[edge["node"]["id"] for edge in mine(player)["games"]["edges"]] for player in (host, guest)]
    assert found == [[id_], [] if how == "reissueToken" else [id_]], "whose token was replaced has no seat any more"


def test_a_bad_cursor_is_an_error_that_says_so(anyone: Client, issuer: Issuer) -> None:
    for cursor in ("", "x", "ä", "A" * 5000, base64.urlsafe_b64encode(b"1:2").decode()):
        (error,) = player_of(anyone, issuer, ANN).post(GAMES, {"after": cursor}).json()["errors"]
        assert error["extensions"]["code"] == "INPUT_REFUSED"
        assert "cursor" in error["message"]


def test_a_game_is_listed_once_however_often_the_request_to_create_it_is_sent(
    somewhere: Client, issuer: Issuer
) -> None:
    host = player_of(somewhere, issuer, "again and again")
    request = {"game": {CASK: {}}, "seats": seats_of([MINE, OPEN]), "idempotencyKey": "k" * 40 + issuer.key.name}
    first = host.send("createGame", **request)
    time.sleep(0.002)  # the clock that entries are sorted by counts milliseconds
    assert host.send("createGame", **request).content == first.content
    assert len(mine(host)["games"]["edges"]) == 1
    other = player_of(somewhere, issuer, "somebody else")
    assert other.refused("createGame", **request)["code"] == "KEY_REUSED"
    assert mine(other)["games"]["edges"] == []


def test_who_somebody_is_is_told_to_nobody_else(anyone: Client, issuer: Issuer) -> None:
    subject = "somebody@mail.example"
    ann, bob = player_of(anyone, issuer, subject), player_of(anyone, issuer, BOB)
    who = mine(ann)["id"]
    assert who not in (mine(bob)["id"], subject)
    assert who == Accounts(ISSUER, AUDIENCE, "")._player(claims(subject)).id  # type: ignore[union-attr]
    made = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]), visibility="OPEN")
    id_ = made["game"]["gameId"]
    answers = [made, bob.done("joinGame", gameId=id_)]
    for client in (ann, bob, anyone, anyone.with_token(made["hostToken"])):
        answers += [client.look(id_), client.events(gameId=id_)]
    text = json.dumps(answers)
    assert who not in text
    assert subject not in text
    assert hashlib.sha256(subject.encode()).hexdigest()[:32] not in text


def test_the_token_made_narrower_of_an_account_ends_with_its_login(anyone: Client, issuer: Issuer) -> None:
    ann = player_of(anyone, issuer, ANN)
    id_ = ann.done("createGame", game={CASK: {}}, seats=seats_of([MINE, OPEN]))["game"]["gameId"]
    narrow = ann.done("narrowToken", gameId=id_, readOnly=True)
    assert narrow["until"] is not None
    assert anyone.with_token(narrow["token"]).look(id_)["viewer"] == {
        "role": "SEAT",
        "seat": 1,
        "host": False,
        "readOnly": True,
    }
