"""Requests that ask as little as possible of each root field, once and as often as a document may, and of each operation of REST.

What a root field does before anything of it is selected must be in its price: a client can repeat it under many aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLUnionType,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)
from msgspec import Struct

from bench.harness import documents
from bench.harness.client import ClientConnection, request
from bench.harness.planned import PlannedGame
from taphouse.schema.execution.limits import LIMITS
from taphouse.schema.rest.operations import OPERATIONS, Operation

ALIASES = 390
GIVEN: Mapping[str, str] = {
    "id": '"ID"',
    "gameId": '"ID"',
    "seats": "[{kind: MINE}, {kind: MINE}]",
    "readOnly": "true",
    "url": '"https://example.org/"',
    "secret": '"whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="',
    "seat": "SEAT",
    "moves": '[{notation: "end-turn"}]',
    "game": "{dankAndDraft: {}}",
    "proposal": "{undo: 2}",
}
"""Arguments with which a field has more to do than with any value of their types. `ID` stands for a game."""
BODIES: Mapping[str, Any] = {
    "createGame": {"kind": "DANK_AND_DRAFT", "seats": [{"kind": "MINE"}, {"kind": "MINE"}]},
    "importRecord": {"record": "x"},
    "play": {"moves": [{"notation": "end-turn"}]},
    "preview": {"moves": [{"notation": "end-turn"}]},
    "whyNot": {"move": {"notation": "end-turn"}},
    "narrowToken": {"readOnly": True},
    "replacePlayer": {"with": {"bot": "RANDOM"}},
    "addTime": {"seconds": 1},
    "propose": {"proposal": {"undo": 2}},
    "createTicket": {},
}
"""The bodies of operations that need one."""
WRONG = {"kind": "no such kind", "seats": [{"kind": "no such kind"}] * 6, "unknown": [1] * 100}
"""Members that no operation accepts."""
META = {"__typename": "__typename", "__schema": "__schema { __typename }", "__type": '__type(name: "Game") { name }'}
"""The root fields of introspection."""
LAST = ("replacePlayer", "resign", "abandon")
"""The fields that end a game, or somebody's part in it: they are asked last."""
THINKING = ("suggestion", "analysis")
OTHERS_SEAT = 2
"""The seat that the game's token is not for."""
_TOKEN = re.compile(r"\w+|[^\w\s,]")


class LeastField(Struct, frozen=True):
    """A root field with the least that can be asked of it."""

    name: str
    operation: str
    asked: str
    """The field, with its arguments."""
    host: bool
    """True if only the host may ask."""

    def request(self, game: PlannedGame, times: int = 1) -> bytes:
        """A request that asks the field so often, under aliases."""
        asked = self.asked.replace("ID", game.id).replace("SEAT", str(OTHERS_SEAT))
        text = asked if times == 1 else " ".join(f"a{number}: {asked}" for number in range(times))
        token = game.host if self.host else game.tokens[0]
        return request("/graphql", {"query": f"{self.operation} {{ {text} }}"}, token)

    async def most(self, line: ClientConnection, game: PlannedGame) -> int:
        """The most times that one request may ask for the field."""
        times = min(ALIASES, (LIMITS.tokens - 4) // (len(_TOKEN.findall(self.asked)) + 2))
        answer = msgspec.json.decode(await line.ask(self.request(game, times)))
        for error in answer.get("errors", ()):
            if error.get("extensions", {}).get("code") == "TOO_COSTLY":
                times = times * LIMITS.cost // error["extensions"]["figure"]
        return times


def fields() -> Iterator[LeastField]:
    """All root fields of queries and mutations."""
    schema = documents.schema()
    for name, asked in META.items():
        yield LeastField(name, "query", asked, False)
    for root, kind in ((schema.query_type, "query"), (schema.mutation_type, "mutation")):
        assert root
        for name in sorted(root.fields, key=lambda name: name in LAST):
            result = get_named_type(root.fields[name].type)
            problems = [one.name for one in result.types] if isinstance(result, GraphQLUnionType) else []
            yield LeastField(name, kind, _asked(name, root.fields[name]), "NotHost" in problems)


def operations() -> Iterator[tuple[str, Operation, Any]]:
    """A name, an operation and a body: all operations of REST, also with bodies that they refuse.

    Not those that have a bot think: that takes the CPU of another process, and is priced by its iterations.
    """
    asked = [operation for operation in OPERATIONS if operation.id not in THINKING]
    for operation in sorted(asked, key=lambda operation: operation.id in LAST):
        name, posts = f"{operation.method} {operation.path}", operation.method == "POST"
        yield name, operation, BODIES.get(operation.id, {}) if posts else None
        if posts:
            yield f"{name}, refused", operation, BODIES.get(operation.id, {}) | WRONG


def request_of(operation: Operation, body: Any, game: PlannedGame) -> bytes:
    """A request of an operation."""
    given = dict.fromkeys(operation.parameters, "x") | {"id": game.id, "seat": OTHERS_SEAT, "proposal": "1"}
    host = any(problem.__name__ == "NotHost" for problem in operation.problems)
    token = game.host if host else game.tokens[0]
    return request(operation.path.format_map(given), body, token, ["accept: */*"])


def _asked(name: str, field: GraphQLField) -> str:
    given = {
        argument: GIVEN.get(argument) or _value(one.type)
        for argument, one in field.args.items()
        if argument in GIVEN or is_required_argument(one)
    }
    arguments = f"({', '.join(f'{argument}: {value}' for argument, value in given.items())})" if given else ""
    return f"{name}{arguments}{'' if is_leaf_type(get_named_type(field.type)) else ' { __typename }'}"


def _value(type_: GraphQLInputType) -> str:
    """The smallest value of a type."""
    plain = get_nullable_type(type_)
    if isinstance(plain, GraphQLList):
        return f"[{_value(plain.of_type)}]"
    if isinstance(plain, GraphQLEnumType):
        return str(next(iter(plain.values)))
    if isinstance(plain, GraphQLInputObjectType):
        chosen = list(plain.fields.items())
        chosen = chosen[:1] if plain.is_one_of else [one for one in chosen if is_required_input_field(one[1])]
        return "{" + ", ".join(f"{name}: {_value(field.type)}" for name, field in chosen) + "}"
    return {"Int": "1", "Boolean": "true", "Float": "1"}.get(plain.name, '"x"')
