"""Creates a game, and has one bot per seat choose random legal moves until the game is over."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from taphouse.engine.vocabulary import kebab
from taphouse.service.cli.demo.graphql_client import Client, DemoFailed, Json
from taphouse.service.cli.demo.selection import Schema, fetch

MOST_MOVES = 5000
"""The most moves of a game; a longer game is considered endless."""
NAMES = ("Anna", "Ben", "Cleo", "Dario", "Elif", "Finn")

_PAGE = 500
_CATALOGUE = "query Catalogue { catalogue { games { kind title minSeats maxSeats reasons { reason text } } } }"
_PROBLEM = "... on Problem { __typename code message rules }"
_PAGE_INFO = "pageInfo { hasNextPage endCursor }"
_MOVES = f"legalMoves(first: {_PAGE}, after: $after) {{ edges {{ node {{ notation label input }} }} {_PAGE_INFO} }}"
_OUTCOME = "outcome { reason rule standings { seat place points categories { name points } } }"


class Move(Struct, frozen=True):
    """A move of the game."""

    version: int
    seat: int
    notation: str
    label: str


class Played(Struct, frozen=True):
    """A game that has ended."""

    kind: str
    title: str
    id: str
    url: str
    seed: str | None
    names: tuple[str, ...]
    versions: int
    seconds: float
    outcome: Json
    reason: str
    """Why it ended, from the catalogue."""
    moves: tuple[Move, ...]

    def name(self, seat: int) -> str:
        """The name of the player at a seat."""
        return self.names[seat - 1]


class Watcher(Protocol):
    """Callbacks for the course of the game."""

    def opened(self, title: str, names: tuple[str, ...], game: str, url: str) -> None:
        """The game was created."""

    def turned(self, game: Json) -> None:
        """Another seat must decide, or the game is over. `game` is what that seat sees."""

    def moved(self, move: Move) -> None:
        """A move was made."""


class Silent:
    """A watcher that only counts moves.

    Args:
        count: Called after each move.
    """

    def __init__(self, count: Callable[[], None] = lambda: None) -> None:
        self._count = count

    def opened(self, title: str, names: tuple[str, ...], game: str, url: str) -> None:
        """See `Watcher`."""

    def turned(self, game: Json) -> None:
        """See `Watcher`."""

    def moved(self, move: Move) -> None:  # noqa: ARG002 -- the protocol's
        """See `Watcher`."""
        self._count()


def play(
    client: Client,
    kind: str | None,
    players: int | None,
    seed: str | None,
    watcher: Watcher,
    delay: float = 0.0,
) -> Played:
    """Play a game to its end.

    Raises:
        DemoFailed: The game did not end, or an argument is invalid.
    """
    chosen = _kind(client, kind)
    names = _names(chosen, players)
    schema = fetch(client)
    began = time.monotonic()
    table = _Table(client, schema, kebab(chosen["kind"]), names, seed)
    watcher.opened(chosen["title"], names, table.id, client.url)
    bots = random.Random(seed)
    game = table.begin()
    shown = None
    moves: list[Move] = []
    while game["status"] == "RUNNING":
        if len(moves) == MOST_MOVES:
            raise DemoFailed(f"Game {table.id} has not ended after {MOST_MOVES} moves.")
        if game["decision"] is None:
            raise DemoFailed(f"Game {table.id} is running at version {game['version']}, but has no decision.")
        seat = game["decision"]["seat"]
        if game["viewer"]["seat"] != seat:
            game = table.see(seat)
            continue
        if seat != shown:
            watcher.turned(game)
            shown = seat
        legal = table.legal(game, seat)
        if not legal:
            raise DemoFailed(f"Game {table.id} gives seat {seat} no legal move at version {game['version']}.")
        if delay:
            time.sleep(delay)
        move = bots.choice(legal)
        game = table.move(seat, move, game["version"])
        moves.append(Move(game["version"], seat, move["notation"], move["label"]))
        watcher.moved(moves[-1])
    if game["status"] != "OVER":
        raise DemoFailed(f"Game {table.id} did not end normally: it is {game['status']}.")
    watcher.turned(game)
    played = table.history(moves)
    reason = next((reason["text"] for reason in chosen["reasons"] if reason["reason"] == game["outcome"]["reason"]), "")
    return Played(
        kind=kebab(chosen["kind"]),
        title=chosen["title"],
        id=table.id,
        url=client.url,
        seed=seed,
        names=names,
        versions=game["version"],
        seconds=round(time.monotonic() - began, 3),
        outcome=game["outcome"],
        reason=reason,
        moves=played,
    )


def record_of(client: Client, game: str) -> str:
    """The record of a game, as text.

    Raises:
        DemoFailed: The service refuses it.
    """
    query = f"query Record($id: ID!) {{ record(id: $id) {{ ... on GameRecord {{ text }} {_PROBLEM} }} }}"
    found = client.ask(query, {"id": game})["record"]
    if "text" not in found:
        raise DemoFailed(f"Game {game} has no record: {found.get('message')}")
    return str(found["text"])


class _Table:
    """One game, and the tokens of its seats."""

    def __init__(self, client: Client, schema: Schema, kind: str, names: tuple[str, ...], seed: str | None) -> None:
        field = _camel(kind)
        self._client = client
        if not schema.has_input("NewGameInput", field):
            raise DemoFailed(f"The schema of {client.url} has no field {field} for the kind {kind}.")
        created = self._done(
            client.ask(
                "mutation Create($game: NewGameInput!, $seats: [SeatInput!]!, $seed: String, $key: String!) "
                "{ createGame(game: $game, seats: $seats, seed: $seed, idempotencyKey: $key) "
                f"{{ ... on GameCreated {{ game {{ __typename gameId }} seats {{ seat token }} }} {_PROBLEM} }} }}",
                {
                    "game": {field: {}},
                    "seats": [{"kind": "MINE", "name": name} for name in names],
                    "seed": seed,
                    "key": uuid.uuid4().hex,
                },
            )["createGame"],
            "The game could not be created",
        )
        self.id: str = created["game"]["gameId"]
        self._tokens: dict[int, str] = {one["seat"]: one["token"] for one in created["seats"]}
        type_name = created["game"]["__typename"]
        table = schema.field(type_name, "table")
        seen = f"version status viewer {{ seat }} decision {{ seat prompt }} {_OUTCOME} {_MOVES} " + (
            f"... on {type_name} {{ {table} }}" if table else ""
        )
        self._see = f"query See($id: ID!, $after: String) {{ game(id: $id) {{ ... on Game {{ {seen} }} {_PROBLEM} }} }}"
        more = f"version {_MOVES}"
        self._more = (
            f"query More($id: ID!, $after: String!) {{ game(id: $id) {{ ... on Game {{ {more} }} {_PROBLEM} }} }}"
        )
        self._move = (
            "mutation Move($id: ID!, $moves: [MoveInput!]!, $version: Int!, $key: String!, $after: String) "
            f"{{ play(gameId: $id, moves: $moves, expectedVersion: $version, idempotencyKey: $key) "
            f"{{ ... on GameChanged {{ game {{ {seen} }} }} {_PROBLEM} }} }}"
        )

    def begin(self) -> Json:
        """The game as seen by the first seat."""
        return self.see(min(self._tokens))

    def see(self, seat: int) -> Json:
        """The game as seen by a seat."""
        answer = self._client.ask(self._see, {"id": self.id}, self._tokens[seat])["game"]
        return self._done(answer, f"Seat {seat} cannot see game {self.id}")

    def legal(self, game: Json, seat: int) -> list[Json]:
        """All legal moves of the seat that must decide, fetched page by page."""
        page = game["legalMoves"]
        moves = _nodes(page)
        while page["pageInfo"]["hasNextPage"]:
            variables = {"id": self.id, "after": page["pageInfo"]["endCursor"]}
            more = self._client.ask(self._more, variables, self._tokens[seat])["game"]
            more = self._done(more, f"Seat {seat} cannot see game {self.id}")
            if more["version"] != game["version"]:
                raise DemoFailed(f"Game {self.id} changed to version {more['version']} while seat {seat} decided.")
            page = more["legalMoves"]
            moves += _nodes(page)
        return moves

    def move(self, seat: int, move: Json, version: int) -> Json:
        """Make a legal move, and return the game after it as seen by the seat."""
        key = uuid.uuid4().hex
        variables = {"id": self.id, "moves": [move["input"]], "version": version, "key": key}
        what = (
            f"Game {self.id}, version {version}: seat {seat} was refused the legal move `{move['notation']}` "
            f"({move['label']}), sent as {json.dumps(move['input'])}"
        )
        answer = self._client.ask(self._move, variables, self._tokens[seat])["play"]
        game: Json = self._done(answer, what)["game"]
        return game

    def history(self, made: list[Move]) -> tuple[Move, ...]:
        """Check the service's history of the game, and return the moves.

        Raises:
            DemoFailed: The history does not match the moves made.
        """
        query = (
            "query History($id: ID!, $after: String) { game(id: $id) { ... on Game "
            f"{{ history(first: {_PAGE}, after: $after) {{ edges {{ node {{ version seat notation }} }} {_PAGE_INFO} }} }} "
            f"{_PROBLEM} }} }}"
        )
        entries: list[Json] = []
        after, more = None, True
        while more:
            answer = self._client.ask(query, {"id": self.id, "after": after})["game"]
            page = self._done(answer, f"The history of game {self.id} cannot be read")["history"]
            entries += _nodes(page)
            after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        logged = [(one["version"], one["seat"], one["notation"]) for one in entries if one["notation"] is not None]
        if logged != [(move.version, move.seat, move.notation) for move in made]:
            raise DemoFailed(f"The history of game {self.id} does not match the {len(made)} moves made in it.")
        return tuple(made)

    @staticmethod
    def _done(answer: Json, failed: str) -> Json:
        if "code" in answer:
            rules = f" (rules {', '.join(answer['rules'])})" if answer["rules"] else ""
            raise DemoFailed(f"{failed}. {answer['code']}: {answer['message']}{rules}")
        return answer


def _nodes(connection: Json) -> list[Json]:
    return [edge["node"] for edge in connection["edges"]]


def _kind(client: Client, wanted: str | None) -> Json:
    kinds: list[Json] = client.ask(_CATALOGUE)["catalogue"]["games"]
    if not kinds:
        raise DemoFailed(f"The service at {client.url} has no games.")
    for kind in kinds:
        if wanted in (None, kebab(kind["kind"])):
            return kind
    known = ", ".join(kebab(kind["kind"]) for kind in kinds)
    raise DemoFailed(f"There is no game {wanted}. The games here are {known}.")


def _names(kind: Json, players: int | None) -> tuple[str, ...]:
    least, most = kind["minSeats"], kind["maxSeats"]
    number = least if players is None else players
    if not least <= number <= most:
        raise DemoFailed(f"{kind['title']} is for {least} to {most} players, not {number}.")
    return tuple(NAMES[seat] if seat < len(NAMES) else f"Bot {seat + 1}" for seat in range(number))


def _camel(kind: str) -> str:
    first, *rest = kind.split("-")
    return first + "".join(word.capitalize() for word in rest)
