"""Stores and exports of each format that is read: `format-<number>.json` and `export-<number>.jsonl`.

`python -m tests.stores` writes the files of today's formats. Those that `types.toml` lists as released are never written again,
and never removed: the newest code must read every one of them.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import redis

from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from taphouse.service.games.encoding import codec
from tests.short_games import SHORT

HERE = Path(__file__).parent
TYPES = HERE / "types.toml"
Json = dict[str, Any]
PLAYED = 18
"""The moves of a running game: enough for a second snapshot in its log."""
PAGE = 100


def formats() -> list[int]:
    """The formats that have a file."""
    return sorted(int(path.stem.removeprefix("format-")) for path in HERE.glob("format-*.json"))


def exports() -> list[Path]:
    """The lines of exports, one file for each format of theirs."""
    return sorted(HERE.glob("export-*.jsonl"))


def rows(table: str) -> dict[str, str]:
    """The rows of a table of `types.toml`: the digest of each stored type, such as `service format 7`."""
    found: dict[str, str] = tomllib.loads(TYPES.read_text(encoding="utf-8"))[table]
    return found


def path_of(number: int = codec.FORMAT) -> Path:
    """The store of a format."""
    return HERE / f"format-{number}.json"


def stored(number: int = codec.FORMAT) -> Json:
    """The content of the store of a format."""
    whole: Json = json.loads(path_of(number).read_text(encoding="utf-8"))
    return whole


def write(url: str, store: redis.Redis) -> Json:
    """Create and play games by REST, and return the store's keys and what each viewer sees."""
    with httpx.Client(base_url=f"{url}/v1") as client:
        games = [game for kind in GAMES.own() for game in _games(client, kind)]
        answers = [{**game, "answers": seen(client, game)} for game in games]
    return {"keys": dict(keys_of(store)), "games": answers}


def restore(dump: Json, store: redis.Redis) -> None:
    """Put the keys of a file into a store."""
    for key, (type_, value) in dump["keys"].items():
        match type_:
            case "string":
                store.set(key, _bytes(value))
            case "hash":
                store.hset(key, mapping={_bytes(name): _bytes(one) for name, one in value.items()})
            case "list":
                store.rpush(key, *map(_bytes, value))
            case "zset":
                store.zadd(key, value)


def seen(client: httpx.Client, game: Json) -> Json:
    """The table as a spectator and as the first seat see it, and the log as the first seat sees it."""
    path = f"/games/{game['id']}"
    seat = _as(game["tokens"]["seat 1"])
    return {
        "spectator": _body(client.get(path)),
        "seat 1": _body(client.get(path, headers=seat)),
        "log": _body(client.get(f"{path}/history?first={PAGE}", headers=seat)),
    }


def play_on(client: httpx.Client, game: Json, most: int, rng: random.Random) -> int:
    """Play so many random moves, or until the game is over; return its version."""
    for _ in range(most):
        table = _body(client.get(f"/games/{game['id']}"))
        if table["status"] == "OVER":
            break
        token = game["tokens"][f"seat {table['decision']['seat']}"]
        legal = _body(client.get(f"/games/{game['id']}/moves/legal?first=200", headers=_as(token)))
        move = rng.choice(legal["moves"])["input"]
        _body(client.post(f"/games/{game['id']}/moves", json={"moves": [move]}, headers=_as(token)))
    version: int = _body(client.get(f"/games/{game['id']}"))["version"]
    return version


def retry(client: httpx.Client, game: Json) -> httpx.Response:
    """Repeat the request that is noted with a game."""
    again = game["repeated"]
    headers = {**_as(game["tokens"][again["seat"]]), "Idempotency-Key": again["key"]}
    return client.post(f"/games/{game['id']}/moves", json=again["body"], headers=headers)


def _games(client: httpx.Client, kind: str) -> Iterator[Json]:
    """A running game, one in which a seat has resigned, one that has ended so, one that waits, and one that was played to its end
    if that takes few moves.
    """
    rng = random.Random(kind)
    named = [{"kind": "MINE", "name": "Ada", "brewery": "North Pier"}, {"kind": "MINE", "name": "Ben"}]
    running = _create(client, kind, named)
    play_on(client, running, PLAYED, rng)
    yield _repeatable(client, running, rng)
    resigned = _create(client, kind, [{"kind": "MINE"}] * 3)
    play_on(client, resigned, 10, rng)
    _body(client.post(f"/games/{resigned['id']}/resign", headers=_as(resigned["tokens"]["seat 2"])))
    yield {**resigned, "version": play_on(client, resigned, 10, rng)}
    left = _create(client, kind, named)
    play_on(client, left, 3, rng)
    end = _body(client.post(f"/games/{left['id']}/resign", headers=_as(left["tokens"]["seat 1"])))
    yield {**left, "version": end["game"]["version"]}
    waiting = [{"kind": "MINE"}, {"kind": "OPEN"}, {"kind": "BOT", "bot": "SEARCH_EXPERT"}]
    by_host = _create(client, kind, waiting, visibility="OPEN", start="BY_HOST")
    path, host = f"/games/{by_host['id']}", _as(by_host["tokens"]["host"])
    _body(client.post(f"{path}/first-seat", json={"seat": 2}, headers=host))
    bot = {"seat": 3, "name": "Dan", "brewery": "South Pier"}
    yield {**by_host, "version": _body(client.post(f"{path}/names", json=bot, headers=host))["game"]["version"]}
    if short := SHORT[kind]:
        over = _create(client, kind, named, options=short)
        yield {**over, "version": play_on(client, over, 500, rng)}


def _create(client: httpx.Client, kind: str, seats: list[Json], **given: Any) -> Json:
    body = {"kind": constant(kind), "seats": seats, "seed": f"stores {kind}", **given}
    made = _body(client.post("/games", json=body))
    tokens = {f"seat {seat['seat']}": seat["token"] for seat in made["seats"]}
    game = made["game"]
    return {
        "kind": kind,
        "id": game["gameId"],
        "version": game["version"],
        "tokens": {"host": made["hostToken"], **tokens},
    }


def _repeatable(client: httpx.Client, game: Json, rng: random.Random) -> Json:
    """The game after one more move, with the request that made it."""
    seat = f"seat {_body(client.get('/games/' + game['id']))['decision']['seat']}"
    legal = _body(client.get(f"/games/{game['id']}/moves/legal?first=200", headers=_as(game["tokens"][seat])))
    body = {"moves": [rng.choice(legal["moves"])["input"]]}
    noted = {**game, "repeated": {"seat": seat, "key": f"a-key-for-stores-{game['kind']}", "body": body}}
    return {**noted, "version": _body(retry(client, noted))["game"]["version"]}


def keys_of(store: redis.Redis) -> Iterator[tuple[str, tuple[str, Any]]]:
    """All keys with their types and values, except the budgets of clients and the files of pages."""
    for name in sorted(store.scan_iter()):
        key, type_ = name.decode(), store.type(name).decode()
        if key.startswith(("th:rate:", "th:attended", "th:file:")):
            continue
        value: Any
        match type_:
            case "string":
                value = _text(store.get(name))
            case "hash":
                value = {field.decode("latin-1"): _text(one) for field, one in store.hgetall(name).items()}
            case "list":
                value = [_text(one) for one in store.lrange(name, 0, -1)]
            case "zset":
                value = {member.decode(): score for member, score in store.zrange(name, 0, -1, withscores=True)}
            case _:
                raise AssertionError(f"{key} is a {type_}")
        yield key, (type_, value)


def _text(value: bytes) -> str:
    """Bytes as text of as many characters, which stays legible."""
    return value.decode("latin-1")


def _bytes(text: str) -> bytes:
    return text.encode("latin-1")


def _as(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


def _body(answer: httpx.Response) -> Json:
    assert answer.is_success, answer.text
    body: Json = answer.json()
    return body


def dumped(dump: Json) -> str:
    """A file's text: a line for each key and game."""
    lines = [f"{json.dumps(part)}: {_lines(whole)}" for part, whole in dump.items()]
    return "{" + ",\n".join(lines) + "}\n"


def _lines(whole: Any) -> str:
    if isinstance(whole, dict):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(one)}" for key, one in whole.items()) + "\n}"
    return "[\n" + ",\n".join(map(json.dumps, whole)) + "\n]"
