"""A client that knows no rules: it asks, sends, and follows `legalMoves`."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx

from tests.api.selections import everything, operation

Json = dict[str, Any]

DONE = (
    "GameCreated",
    "GameJoined",
    "GameChanged",
    "TokenReissued",
    "NarrowToken",
    "Handover",
    "HandoverTaken",
    "Invite",
    "RematchTaken",
    "ReportFiled",
)

MINE, OPEN = "MINE", "OPEN"
ADA, BEN, CLEO, DAN, EVE = NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
DANK, CASK = "dankAndDraft", "caskRace"
PAGE_INFO = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"


@cache
def _operation(kind: str, field: str, given: tuple[str, ...], game: str) -> str:
    return operation(kind, field, given, game=game)


@cache
def _look(game: str) -> str:
    query = "query Look($id: ID!, $at: Int) { game(id: $id, at: $at) { ...All_GameResult } }"
    return f"{query} {everything('GameResult', game=game)}"


class Client:
    """Somebody with a bearer token, or without one a spectator.

    If it is known that they only play games of one kind, such as `DankAndDraft`, they select nothing of other kinds.
    """

    def __init__(self, http: httpx.Client, token: str | None = None, game: str = "") -> None:
        self.http = http
        self.token = token
        self.game = game

    def with_token(self, token: str | None, game: str = "") -> Client:
        """The same connection with another token."""
        return Client(self.http, token, game or self.game)

    def post(self, query: str, variables: Mapping[str, Any] | None = None) -> httpx.Response:
        """A request, whatever comes of it."""
        headers = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        return self.http.post("/graphql", json={"query": query, "variables": variables or {}}, headers=headers)

    def ask(self, query: str, **variables: Any) -> Json:
        """The data of a request that has no errors."""
        response = self.post(query, variables)
        body = response.json()
        assert response.status_code == 200, body
        assert "errors" not in body, body
        data: Json = body["data"]
        return data

    def send(self, field: str, **arguments: Any) -> httpx.Response:
        """A mutation with these arguments; everything is selected."""
        return self.post(_operation("mutation", field, tuple(arguments), self.game), arguments)

    def do(self, field: str, **arguments: Any) -> Json:
        """The result of a mutation: a union member with its `__typename`."""
        result: Json = self.ask(_operation("mutation", field, tuple(arguments), self.game), **arguments)[field]
        return result

    def done(self, field: str, **arguments: Any) -> Json:
        """The result of a mutation that is not refused."""
        result = self.do(field, **arguments)
        assert result["__typename"] in DONE, result
        return result

    def refused(self, field: str, **arguments: Any) -> Json:
        """The problem of a mutation that is refused."""
        result = self.do(field, **arguments)
        assert {"code", "message", "rules"} <= result.keys(), result
        assert result["message"].endswith("."), result
        return result

    def events(self, **arguments: Any) -> Json:
        """The result of the query `events`."""
        result: Json = self.ask(_operation("query", "events", tuple(arguments), self.game), **arguments)["events"]
        return result

    def look(self, game: str, at: int | None = None) -> Json:
        """A game as this client sees it, with everything but what takes arguments; or a problem."""
        result: Json = self.ask(_look(self.game), id=game, at=at)["game"]
        return result

    def within(self, game: str, selection: str, at: int | None = None, **variables: tuple[str, Any]) -> Json:
        """A selection of the interface `Game`; variables as `name=(type, value)`."""
        declared = "".join(f", ${name}: {type_}" for name, (type_, _) in variables.items())
        query = f"query Within($id: ID!, $at: Int{declared}) {{ game(id: $id, at: $at) {{ ... on Game {{ {selection} }} }} }}"
        values = {name: value for name, (_, value) in variables.items()}
        result: Json = self.ask(query, id=game, at=at, **values)["game"]
        return result

    def legal_moves(self, game: str, first: int = 500, at: int | None = None) -> list[Json]:
        """All legal moves of this seat, page by page."""
        return self.all_pages(game, "legalMoves", "notation label input", first, at)

    def all_pages(self, game: str, field: str, node: str, first: int = 500, at: int | None = None) -> list[Json]:
        """The nodes of a connection of `Game`, page by page."""
        found: list[Json] = []
        after: str | None = None
        while True:
            page = self.page(game, field, node, first, after, at)
            found += nodes(page)
            if not page["pageInfo"]["hasNextPage"]:
                return found
            after = page["pageInfo"]["endCursor"]

    def page(
        self, game: str, field: str, node: str, first: int = 500, after: str | None = None, at: int | None = None
    ) -> Json:
        """A page of a connection of `Game`."""
        selection = f"{field}(first: $first, after: $after) {{ edges {{ cursor node {{ {node} }} }} {PAGE_INFO} }}"
        page: Json = self.within(game, selection, at, first=("Int!", first), after=("String", after))[field]
        return page


@dataclass(frozen=True)
class Table:
    """A game and everybody around it."""

    id: str
    host: Client
    seats: tuple[Client, ...]
    spectator: Client

    @property
    def everybody(self) -> dict[str, Client]:
        """All viewers by what they are."""
        players = {f"seat {number}": seat for number, seat in enumerate(self.seats, 1)}
        return {**players, "spectator": self.spectator, "host": self.host}

    def seat(self, number: int) -> Client:
        """The player of a seat, counted from 1."""
        return self.seats[number - 1]

    def look(self, at: int | None = None) -> Json:
        """The game as a spectator sees it."""
        return self.spectator.look(self.id, at)

    @property
    def version(self) -> int:
        """The newest version."""
        version: int = self.spectator.within(self.id, "version")["version"]
        return version

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when there is nothing to decide."""
        decision = self.spectator.within(self.id, "decision { seat }")["decision"]
        return decision and decision["seat"]

    @property
    def decider(self) -> Client:
        """The player who decides."""
        seat = self.to_move
        assert seat is not None
        return self.seat(seat)

    @property
    def waiting(self) -> Client:
        """A player who does not decide."""
        seat = self.to_move
        assert seat is not None
        return self.seat(seat % len(self.seats) + 1)

    def moves(self) -> list[Json]:
        """The legal moves of the seat that decides."""
        return self.decider.legal_moves(self.id)

    def play(self, *notation: str) -> Json:
        """Moves of the seat that decides."""
        return self.decider.done("play", gameId=self.id, moves=in_notation(*notation))

    def steps(self, choose: Callable[[list[Json]], Json] | None = None, seed: int = 0) -> Iterator[Json]:
        """Play until the game is over, by chance or as is chosen; yields each legal move before it is made."""
        pick = choose or random.Random(seed).choice
        seat = self.to_move
        while seat is not None:
            player = self.seat(seat)
            move = pick(player.legal_moves(self.id))
            yield move
            changed = player.done("play", gameId=self.id, moves=[move["input"]])
            decision = changed["game"]["decision"]
            seat = decision and decision["seat"]

    def finish(self, seed: int = 0) -> Json:
        """Play to the end by chance; the game as everybody sees it then."""
        for _ in self.steps(seed=seed):
            pass
        return self.look()

    def until_verb(self, verb: str, seed: int = 0) -> list[str]:
        """Play by chance until a move of this verb is legal, preferring what leads there; its notations."""
        rng = random.Random(seed)
        for _ in range(400):
            moves = [move["notation"] for move in self.moves()]
            if found := [move for move in moves if move.split()[0] == verb]:
                return found
            self.play(rng.choice(moves))
        raise AssertionError(f"no {verb} came up")


def new_key() -> str:
    """An idempotency key."""
    return secrets.token_urlsafe(24)


def in_notation(*moves: str) -> list[Json]:
    """The argument `moves` for lines of text."""
    return [{"notation": move} for move in moves]


def verb_of(move: Json) -> str:
    """The name of a legal move in the input of its game."""
    (typed,) = move["input"].values()
    (verb,) = typed
    return str(verb)


def mutation_of(move: Json) -> tuple[str, Json]:
    """The mutation of a legal move, and its arguments."""
    ((game, typed),) = move["input"].items()
    ((verb, fields),) = typed.items()
    return game + verb[0].upper() + verb[1:], {} if fields is True else fields


def nodes(connection: Json) -> list[Json]:
    """The nodes on a page of a connection."""
    return [edge["node"] for edge in connection["edges"]]


def seats_of(kinds: Sequence[str], names: Sequence[str | None] = NAMES) -> list[Json]:
    """The argument `seats` for these kinds."""
    return [{"kind": kind, "name": names[i]} for i, kind in enumerate(kinds)]


def create(client: Client, seats: int = 2, game: str = DANK, options: Json | None = None, **more: Any) -> Table:
    """A game of which all seats are one's own: it runs."""
    anyone = type(client)(client.http, client.token)  # whatever they played before
    return table_of(
        anyone, anyone.done("createGame", game={game: options or {}}, seats=seats_of([MINE] * seats), **more)
    )


def table_of(client: Client, made: Json) -> Table:
    """The table of a `GameCreated` whose seats are all one's own."""
    tokens, game = [seat["token"] for seat in made["seats"]], made["game"].get("__typename", "").removesuffix("Game")
    host, *players, spectator = (client.with_token(token, game) for token in (made["hostToken"], *tokens, None))
    return Table(made["game"]["gameId"], host, tuple(players), spectator)
