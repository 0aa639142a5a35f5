"""Measures what requests cost the service, in CPU, relative to their prices in points.

Honest requests and hostile ones are sent to a served instance in turn, in short rounds, so that load on the machine affects all
alike. A client can do no harm with a request for which it pays as much per CPU as with an honest one. So each hostile request
is compared with the honest one that gets the most CPU for a point.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import count, islice
from typing import Any

import msgspec
import redis
from msgspec import Struct
from msgspec.structs import replace

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.large_editions import LARGE, largest
from bench.harness.login import Login
from bench.harness.planned import KIND, PlannedGame, create, plans
from bench.harness.serving import Process, Stage, cpu
from taphouse.engine import GAMES, notation
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.records.record import Played, Record, RecordedPlayer, Undone, heading
from taphouse.engine.records.text import write
from taphouse.schema.operations.declaration import EVENTS
from taphouse.schema.prices import EVENT, FORGET, TOLD, forget_price
from taphouse.service.runtime.settings import variable

PLAYED = 60
"""The moves of the game that is asked about."""
ROUNDS = 3
LEAST = 0.1
"""Seconds of CPU in each measurement."""
SHORT = 0.005
"""Seconds of CPU of a request below which several are sent at once, so that the service is not woken for each."""
FORGOTTEN_GAMES = 4
"""The games of an account that is deleted."""
UNDOS = 700
"""The undos in each of these games: its log has twice as many entries."""
LISTED, SEEDS = 150, 4
"""The moves of the games under the largest editions, and how many there are of each kind."""
FOLLOWED, FOLLOWERS = 30, 20
"""The moves that are followed, and the most who follow them."""
MANY = 240
"""Fields with arguments in one document, within the limits of aliases and tokens."""

_numbers = count()


class Asked(Struct, frozen=True):
    """A request of one kind."""

    honest: bool
    make: Callable[[PlannedGame], bytes]
    """Makes a request about a game."""


class RequestCost(Struct, frozen=True):
    """The cost of one request."""

    points: float
    milliseconds: float

    @property
    def rate(self) -> float:
        """Milliseconds of CPU for a point."""
        return self.milliseconds / self.points


def _graphql(query: str, **variables: Any) -> Callable[[PlannedGame], bytes]:
    """A GraphQL request of the first seat. `#` in the query is a number that is never the same."""

    def make(game: PlannedGame) -> bytes:
        text = query.replace("#", str(next(_numbers)))
        return request("/graphql", {"query": text, "variables": {"id": game.id, **variables}}, game.tokens[0])

    return make


def _rest(path: str) -> Callable[[PlannedGame], bytes]:
    return lambda game: request(f"/v1/games/{game.id}{path}", token=game.tokens[0])


def _game(selection: str) -> str:
    return f"query ($id: ID!) {{ game(id: $id) {{ ... on Game {{ {selection} }} }} }}"


def _fields(field: str) -> str:
    """Many fields of a game, in each of several games."""
    fields = " ".join(f"a{number}: {field.replace('NUMBER', str(number))}" for number in range(MANY))
    games = " ".join(f"g{number}: game(id: $id) {{ ...F }}" for number in range(2))
    return f"query ($id: ID!) {{ {games} }} fragment F on Game {{ {fields} }}"


def _table(game: PlannedGame) -> bytes:
    return request("/graphql", documents.game(KIND, game.id), game.tokens[0])


@cache
def _record(undos: int = 0) -> str:
    """The record of a game that is not over. With undos, of one whose first move is taken back so often."""
    return write(_recorded(undos))


@cache
def _recorded(undos: int = 0) -> Record:
    (plan,) = islice(plans(KIND, PLAYED), 1)
    game = GAMES[KIND]
    edition = packaged(game.edition, game.about.package)[0]
    begun = heading(game, edition, game.newest, game.about.options(), [RecordedPlayer(), RecordedPlayer()])
    lines: list[Played | Undone] = [Played(seat, notation.write(move)) for seat, move in plan.moves]
    if undos:
        lines = [Played(plan.moves[0][0], "draft row-1"), Undone(1, anew=True)] * undos
    return replace(begun, seed=seed_from(plan.seed).hex(), lines=tuple(lines))


@cache
def _large() -> Mapping[str, Sequence[str]]:
    """Records that end at a decision of a game under its largest edition, by the kind of decision."""
    found = defaultdict[str, list[str]](list)
    for kind in LARGE:
        for seed in range(SEEDS):
            for task, record in _decisions(kind, seed).items():
                found[f"first page {kind} {task}"].append(write(record))
    return found


def _decisions(kind: str, seed: int) -> Mapping[str, Record]:
    """A record that ends at the last decision of each kind in a game of random moves."""
    game, edition, rng, chance = GAMES[kind], largest(kind), random.Random(seed), Chance(seed_from(str(seed)))
    rules, seats = game.rules(edition), game.about.seats[0]
    begun = heading(game, edition, game.newest, game.about.options(), [RecordedPlayer()] * seats)
    begun = replace(begun, seed=seed_from(str(seed)).hex(), edition_file=edition.source.decode())
    state, lines, found = rules.new(game.about.options(), seats, chance), list[Played](), dict[str, Record]()
    while len(lines) < LISTED and (decision := rules.decision(state)) is not None:
        found[decision.task] = replace(begun, lines=tuple(lines))
        move = rng.choice([*islice(rules.moves(state), MANY)])
        lines.append(Played(decision.seat, notation.write(move)))
        state = rules.apply(state, move, chance).state
    return found


def _with_edition(_: PlannedGame) -> bytes:
    """The import of a record that brings an edition, which is another one each time."""
    record, edition = _recorded(), packaged(GAMES[KIND].edition, GAMES[KIND].about.package)[0]
    name = f"ours-{next(_numbers)}"
    file = edition.source.decode().replace(f'name = "{edition.name}"', f'name = "{name}"', 1)
    digest = hashlib.sha256(file.encode()).hexdigest()
    own = replace(record, edition=replace(record.edition, name=name, digest=digest), edition_file=file)
    return request("/v1/records", {"record": write(own)})


_ENTRY = "{ edges { node { version at seat notation sentence } } pageInfo { endCursor } }"
_MOVE = "{ edges { node { notation label input } } pageInfo { endCursor } }"
_TYPES = (
    "{ __schema { types { name description fields { name description args { name type { name } } type { name } } } } }"
)

_FOLLOW = "subscription ($id: ID!, $after: Int!) { events(gameId: $id, after: $after) { ... on LogEntry { version sentence } } }"
_DELETE = "mutation ($account: ID!) { deleteAccount(account: $account) { ... on AccountDeleted { finished } } }"

ASKED: Mapping[str, Asked] = {
    "look": Asked(True, _graphql(_game("version status"))),
    "table": Asked(True, _table),
    "moves": Asked(True, _graphql(_game(f"legalMoves {_MOVE}"))),
    "log": Asked(True, _graphql(_game(f"history(first: 50) {_ENTRY}"))),
    "game by REST": Asked(True, _rest("")),
    "moves by REST": Asked(True, _rest("/moves/legal")),
    "log by REST": Asked(True, _rest("/history?first=50")),
    "introspection": Asked(True, _graphql(_TYPES)),
    "new document": Asked(True, _graphql("query Q# ($id: ID!) { game(id: $id) { ... on Game { version status } } }")),
    "reads of the log": Asked(False, _graphql(_fields("history(first: 1) { __typename }"))),
    "ranges of the log": Asked(False, _graphql(_fields('history(first: 1, after: "NUMBER") { __typename }'))),
    "skipped moves": Asked(False, _graphql(_fields('legalMoves(first: 1, after: "84") { __typename }'))),
    "first moves": Asked(False, _graphql(_fields("legalMoves(first: 1) { __typename }"))),
    "games": Asked(
        False,
        _graphql(
            f"query ($id: ID!) {{ {' '.join(f'a{n}: game(id: $id) {{ ... on Game {{ version }} }}' for n in range(200))} }}"
        ),
    ),
    "versions": Asked(
        False,
        _graphql(
            "query ($id: ID!) { "
            + " ".join(f"a{n}: game(id: $id, at: {n % PLAYED + 1}) {{ ... on Game {{ version }} }}" for n in range(150))
            + " }"
        ),
    ),
    "refused moves": Asked(
        False, _graphql(_fields('whyNot(move: {notation: "no"}) { code }').replace("$id", "$id", 1))
    ),
    "log as REST lists it": Asked(False, _rest("/history?first=1")),
    "moves as REST lists them": Asked(False, _rest("/moves/legal?first=1")),
    "typename": Asked(False, _graphql("{ __typename }")),
    "an import": Asked(False, lambda _: request("/v1/records", {"record": _record()})),
    "an import with undos": Asked(False, lambda _: request("/v1/records", {"record": _record(500)})),
    "an import with an edition": Asked(False, _with_edition),
    "a comment": Asked(False, _graphql(f"#{'x' * 49_000}\n{{ __typename }}".replace("#", "## ", 1))),
    "a long string": Asked(False, _graphql(f'query ($id: ID!) {{ game(id: "#{"x" * 48_000}") {{ __typename }} }}')),
    "an unclosed string": Asked(False, _graphql(f'{{ game(id: "#{"x" * 48_000}')),
    "equal fields": Asked(False, _graphql(f"query Q# {{ {'__typename ' * 3400} }}")),
    "unknown fields": Asked(False, _graphql("query Q# {" + " ".join(f"unknown{n}" for n in range(3400)) + "}")),
    "large variables": Asked(False, _graphql("query ($v: Int) { __typename }", v=[[]] * 80_000)),
    "wide variables": Asked(False, _graphql("query ($v: Int) { __typename }", v=list(range(35_000)))),
    "named variables": Asked(False, _graphql("query ($v: Int) { __typename }", v={f"k{n}": n for n in range(12_000)})),
}


def measure() -> dict[str, float]:
    """`prices.<request>`: its CPU for a point, relative to the most of an honest request; also its points and its CPU.

    `prices.worst` is the most of the hostile ones.
    """
    with Stage() as stage:
        login = Login(stage.folder)
        more = {**login.variables, variable("import_editions"): "true"}
        service = stage.service("taphouse", "serve", more=more)
        rounds = [asyncio.run(_round(service, login, stage.redis(), str(number))) for number in range(ROUNDS)]
    # Other work on the machine only adds to the CPU of a request, and most to that of a short one: the least is nearest.
    costs = {name: min((one[name] for one in rounds), key=lambda cost: cost.rate) for name in rounds[0]}
    best = max(costs[name].rate for name, asked in ASKED.items() if asked.honest)
    figures: dict[str, float] = {}
    for name, cost in costs.items():
        figure = f"prices.{name.replace(' ', '-')}"
        figures |= {figure: cost.rate / best, f"{figure}.points": cost.points, f"{figure}.ms": cost.milliseconds}
    worst = max(cost.rate / best for name, cost in costs.items() if name not in ASKED or not ASKED[name].honest)
    return {**figures, "prices.worst": worst}


async def _round(service: Process, login: Login, store: redis.Redis, subject: str) -> dict[str, RequestCost]:
    line = ClientConnection(*await asyncio.open_connection("127.0.0.1", service.port, limit=1 << 26))
    with closing(line):
        game = await _played(line)
        costs = {name: await _cost(service, line, partial(asked.make, game)) for name, asked in ASKED.items()}
        pages = {name: await _first_page(service, line, records) for name, records in _large().items()}
        streams = await _streams(service, line)
        return {
            **costs,
            **pages,
            **streams,
            "deleteAccount": await _deletion(service, line, login.token(subject), store),
        }


async def _first_page(service: Process, line: ClientConnection, records: Sequence[str]) -> RequestCost:
    """The cost of the first page of legal moves in games that nobody has looked at."""
    spent = points = 0.0
    for record in records:
        game = msgspec.json.decode(await line.ask(request("/v1/records", {"record": record}), 201))
        path, seat = f"/v1/games/{game['game']['gameId']}/moves/legal?first=1", game["game"]["decision"]["seat"]
        token = next(one["token"] for one in game["seats"] if one["seat"] == seat)
        begun = cpu(service.pid)
        head, body = await line.exchange(request(path, token=token))
        spent += cpu(service.pid) - begun
        points += _points(head, body)
    return RequestCost(points / len(records), spent / len(records) * 1e3)


async def _streams(service: Process, line: ClientConnection) -> dict[str, RequestCost]:
    """The cost of a stream, from its opening to its end, and of an event: of one that is made, and of one that others got too."""
    plan = next(plans(KIND, 3 * FOLLOWED))
    game, moves = await create(line, plan), iter(plan.moves)

    def subscribe(after: int) -> bytes:
        return request("/graphql", {"query": _FOLLOW, "variables": {"id": game.id, "after": after}}, accept=EVENTS)

    async def opened(asked: bytes) -> tuple[bytes, asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(asked)
        return (await reader.readuntil(b"\r\n\r\n")).lower(), reader, writer

    async def stream(asked: bytes) -> RequestCost:
        begun, points, sent = cpu(service.pid), 0.0, 0
        while cpu(service.pid) - begun < LEAST:
            head, _, writer = await opened(asked)
            writer.close()
            await writer.wait_closed()
            points, sent = points + _points(head, b""), sent + 1
        return RequestCost(points / sent, (cpu(service.pid) - begun) / sent * 1e3)

    async def followed(followers: int) -> float:
        """Milliseconds of CPU of a move."""
        streams = [await opened(subscribe(2)) for _ in range(followers)]
        begun = cpu(service.pid)
        for seat, move in islice(moves, FOLLOWED):
            await line.ask(request("/graphql", documents.typed(KIND, game.id, move), game.tokens[seat - 1]))
            for _, reader, _ in streams:
                await reader.readuntil(b"\n\n")
        for _, _, writer in streams:
            writer.close()
        return (cpu(service.pid) - begun) / FOLLOWED * 1e3

    none, one, many = [await followed(followers) for followers in (0, 1, FOLLOWERS)]
    return {
        "a stream": await stream(request(f"/v1/games/{game.id}/events/stream?after={3 * FOLLOWED + 2}", accept=EVENTS)),
        "a subscription": await stream(subscribe(3 * FOLLOWED + 2)),
        "an event": RequestCost(EVENT, max(0.0, one - none)),
        "an event again": RequestCost(TOLD, max(0.0, (many - one) / (FOLLOWERS - 1))),
    }


async def _deletion(service: Process, line: ClientConnection, token: str, store: redis.Redis) -> RequestCost:
    """The cost of deleting an account with long logs. In between, the store gets back what it had."""
    for _ in range(FORGOTTEN_GAMES):
        await line.ask(request("/v1/records", {"record": _record(UNDOS)}, token), 201)
    account = msgspec.json.decode(await line.ask(request("/v1/account", token=token)))["id"]
    kept = {key: (store.dump(key) or b"", max(0, store.pttl(key))) for key in store.scan_iter("*")}
    versions = 2 * UNDOS + 2
    points, sent, spent = FORGET + FORGOTTEN_GAMES * forget_price(versions), 0, 0.0
    while spent < LEAST:
        begun = cpu(service.pid)
        answer = await line.ask(request("/graphql", {"query": _DELETE, "variables": {"account": account}}, token))
        spent += cpu(service.pid) - begun
        sent += 1
        assert b'"finished":true' in answer, answer
        store.delete(*store.scan_iter("*"))
        for key, (value, lasts) in kept.items():
            store.restore(key, lasts, value, replace=True)
    return RequestCost(points, spent / sent * 1e3)


async def _played(line: ClientConnection) -> PlannedGame:
    """A game in which the first seat must decide, with its token alone."""
    plan = next(plan for plan in plans(KIND, PLAYED + 1) if plan.moves[-1][0] == 1)
    game = await create(line, plan)
    for seat, move in plan.moves[:-1]:
        await line.ask(request("/graphql", documents.typed(KIND, game.id, move), game.tokens[seat - 1]))
    return replace(game, tokens=game.tokens[:1])


async def _cost(service: Process, line: ClientConnection, make: Callable[[], bytes]) -> RequestCost:
    for _ in range(3):
        await line.exchange(make())  # a known document is cached, and compiled
    spent, sent, points = 0.0, 0, 0.0
    while spent < LEAST:
        batch = [make() for _ in range(8 if sent and spent / sent < SHORT else 2)]
        begun = cpu(service.pid)
        answers = await line.exchange_all(batch)
        spent += cpu(service.pid) - begun
        sent += len(batch)
        points += sum(_points(head, body) for head, body in answers)
    return RequestCost(points / sent, spent / sent * 1e3)


def _points(head: bytes, body: bytes) -> float:
    """The points of a request, as its answer tells them."""
    told = head.partition(b"taphouse-cost=")[2]
    digits = told[: len(told) - len(told.lstrip(b"0123456789"))]
    if digits:
        return float(digits)
    answer = msgspec.json.decode(body)
    assert "extensions" in answer, (head, body[:1000])
    return float(answer["extensions"]["cost"])
