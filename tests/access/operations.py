"""Operations and the tokens that they take: every root field of the schema is in one class, and each class says who may come in.

Documents and arguments are made from the schema, so that a new operation is asked with every token as soon as it is classed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
    is_required_argument,
    is_required_input_field,
)
from msgspec import Struct

from taphouse.schema.rest.operations import OPERATIONS
from tests.api.selections import SCHEMA
from tests.api.server import BOTH

IN, REJECTED, READ_ONLY = "let in", "TOKEN_REJECTED", "TOKEN_READ_ONLY"
NOT_SEATED, NOT_HOST, NO_ACCOUNT = "NOT_SEATED", "NOT_HOST", "NO_ACCOUNT"
NOT_OPERATOR = "NOT_OPERATOR"
AT_THE_DOOR = frozenset({REJECTED, READ_ONLY, NOT_SEATED, NOT_HOST, NO_ACCOUNT, NOT_OPERATOR})
"""The codes of who is not let in. Any other answer is given to somebody who was."""


class Class(Struct, frozen=True):
    """The answers of an operation to each sort of asker; see `tests.access.askers`."""

    bad: str = REJECTED
    """To a token that proves nothing: no service made it, or it has ended."""
    stale: str = REJECTED
    """To one that was made here, but is another game's, or was the host's and was replaced."""
    lost: str = REJECTED
    """To the token of a seat that its player has lost: it shows what anybody sees."""
    nobody: str = IN
    """To who sends none, and to an account that has no part in the game."""
    account: str | None = None
    """To any account, where that alone decides."""
    seat: str = IN
    host: str = IN
    read_only: str = IN
    """To a token that only lets see, if it could come in otherwise."""


FREE = Class(bad=IN, stale=IN, lost=IN)
"""The same for all: nobody looks at the token."""
LISTING = Class(stale=IN, lost=IN)
"""Of no game: a token must be a true one, and which is all the same."""
OF_ACCOUNTS = Class(stale=NO_ACCOUNT, lost=NO_ACCOUNT, nobody=NO_ACCOUNT, seat=NO_ACCOUNT, host=NO_ACCOUNT, account=IN)
OPERATING = Class(
    *(NOT_OPERATOR,) * 4, account=NOT_OPERATOR, seat=NOT_OPERATOR, host=NOT_OPERATOR, read_only=NOT_OPERATOR
)
"""By the token of an operator alone: tests/operating."""
SEEING = Class(lost=IN)
DECIDING = Class(lost=NOT_SEATED, nobody=NOT_SEATED, host=NOT_SEATED)
JOINING = Class(lost=IN, read_only=READ_ONLY)
DECLINING = Class(read_only=READ_ONLY)
REPORTING = Class(lost=IN, nobody=NO_ACCOUNT, account=IN, read_only=READ_ONLY)
TALKING = Class(nobody=NO_ACCOUNT, account=IN, read_only=READ_ONLY)
PLAYING = Class(nobody=NOT_SEATED, host=NOT_SEATED, read_only=READ_ONLY)
HOSTING = Class(nobody=NOT_HOST, seat=NOT_HOST, read_only=READ_ONLY)
STARTING = Class(nobody=NOT_HOST, read_only=READ_ONLY)
ATTENDING = Class(lost=NOT_SEATED, nobody=NOT_SEATED)
NARROWING = Class(nobody=NOT_SEATED)
RESUMING = Class(nobody=NOT_SEATED, read_only=READ_ONLY)
FORKING = Class(lost=NOT_SEATED, nobody=NOT_SEATED, seat=NOT_SEATED, host=NOT_SEATED)
"""Of a running game: nobody alone, since it takes all seats."""
OWNING_WEBHOOKS = HOSTING
"""Asked with a game. Without one, they are of accounts: tests/webhooks/test_managed.py."""
TICKETING = NARROWING
"""Asked with a game. Without one, they are of accounts: tests/streams/test_tickets.py."""

MOVES = {kind: [game.field + move.__name__ for move in game.about.moves] for kind, game in BOTH.items()}
"""The mutations that make moves of one kind of game."""

RAISING = ("node", "viewer")
"""The queries whose problems are errors, and which REST does not have."""
CLASSES: Mapping[str, Mapping[str, Class]] = {
    "query": {
        "catalogue": FREE,
        "now": FREE,
        "openGames": LISTING,
        "finishedGames": LISTING,
        "account": OF_ACCOUNTS,
        "game": SEEING,
        "node": SEEING,
        "viewer": LISTING,
        "events": SEEING,
        "record": SEEING,
        "webhooks": OWNING_WEBHOOKS,
        "emailReminders": OF_ACCOUNTS,
        "attendance": SEEING,
        "player": LISTING,
        "playerAt": OF_ACCOUNTS,
        "ratingHistory": OF_ACCOUNTS,
        "leaderboard": LISTING,
        "talk": SEEING,
        "phrases": FREE,
        "presence": ATTENDING,
        **dict.fromkeys(
            (
                *("operatorLog", "operatorGames", "operatorGame", "operatorSeat"),
                *("operatorAccounts", "operatorAccount", "operatorExport"),
            ),
            OPERATING,
        ),
        "reports": OPERATING,
        "reportedGame": OPERATING,
        "standingOrders": DECIDING,
        "feed": OPERATING,
    },
    "mutation": {
        "createGame": LISTING,
        "importRecord": LISTING,
        "forkGame": FORKING,
        "joinGame": JOINING,
        "openSeat": HOSTING,
        "closeSeat": HOSTING,
        "nameSeat": PLAYING,
        "chooseFirstSeat": HOSTING,
        "startGame": STARTING,
        "replacePlayer": HOSTING,
        "createInvite": HOSTING,
        "revokeInvites": HOSTING,
        "returnToSeat": PLAYING,
        "declareProgram": PLAYING,
        "reissueToken": HOSTING,
        "upgradeRules": HOSTING,
        "addTime": HOSTING,
        "resumeGame": RESUMING,
        "abandon": HOSTING,
        "narrowToken": NARROWING,
        "createHandover": NARROWING,
        "takeHandover": LISTING,
        "createTicket": TICKETING,
        "deleteAccount": OF_ACCOUNTS,
        "saveProfile": OF_ACCOUNTS,
        "closeProfile": OF_ACCOUNTS,
        "markPlayer": OF_ACCOUNTS,
        "declineChallenge": DECLINING,
        "createWebhook": OWNING_WEBHOOKS,
        "deleteWebhook": OWNING_WEBHOOKS,
        "testWebhook": OWNING_WEBHOOKS,
        **dict.fromkeys(("remindByEmail", "verifyEmail", "testEmail", "stopEmail"), OF_ACCOUNTS),
        "undo": PLAYING,
        **dict.fromkeys(("propose", "acceptProposal", "declineProposal", "withdrawProposal"), PLAYING),
        "takeRematch": NARROWING,
        "leaveSeat": PLAYING,
        "takeHost": PLAYING,
        "say": TALKING,
        "setTalk": HOSTING,
        "muteSeat": PLAYING,
        **dict.fromkeys(("operatorEnd", "operatorAnnul", "operatorEndTalk"), OPERATING),
        **dict.fromkeys(("operatorMute", "operatorBan", "operatorDelete"), OPERATING),
        "report": REPORTING,
        "closeReport": OPERATING,
        "leaveOrders": PLAYING,
        "claimSeat": OF_ACCOUNTS,
        "quickPlay": LISTING,
        "resign": PLAYING,
        "play": PLAYING,
        **{field: PLAYING for fields in MOVES.values() for field in fields},
    },
    "subscription": {
        "openGames": LISTING,
        "events": SEEING,
        "gameUpdated": SEEING,
        "gamePatches": SEEING,
        "decisions": DECIDING,
        "talk": SEEING,
        "presence": ATTENDING,
        "accountEvents": OF_ACCOUNTS,
        "feed": OPERATING,
    },
}


GRAPHQL = {**CLASSES["query"], **CLASSES["mutation"]}
REST: Mapping[str, Class] = {
    **{one.id: GRAPHQL[one.id] for one in OPERATIONS if one.id in GRAPHQL},
    **{one.id: CLASSES["subscription"][one.id.removesuffix("Stream")] for one in OPERATIONS if not one.offered},
    **dict.fromkeys(
        ("accountWebhooks", "createAccountWebhook", "deleteAccountWebhook", "testAccountWebhook"), OF_ACCOUNTS
    ),
    **dict.fromkeys(
        ("operatorWebhooks", "createOperatorWebhook", "deleteOperatorWebhook", "testOperatorWebhook"), OPERATING
    ),
    "kind": FREE,
    "accountGames": OF_ACCOUNTS,
    "accountFinishedGames": OF_ACCOUNTS,
    "accountRecords": OF_ACCOUNTS,
    "accountDecisions": OF_ACCOUNTS,
    "accountEvents": OF_ACCOUNTS,
    "profile": OF_ACCOUNTS,
    "players": OF_ACCOUNTS,
    "challenges": OF_ACCOUNTS,
    "ratings": OF_ACCOUNTS,
    "createTicket": OF_ACCOUNTS,
    "legalMoves": SEEING,
    "whyNot": SEEING,
    "suggestion": SEEING,
    "analysis": SEEING,
    "botLine": SEEING,
    "sampleWorld": SEEING,
    "history": SEEING,
    "preview": DECIDING,
}
"""The operations of REST. Those that are queries or mutations too have the class that they have there."""
WEBHOOK = {"url": "http://127.0.0.1:9/", "events": ["GAME_OVER"], "secret": "whsec_" + "A" * 32}
BODIES = {
    "createWebhook": WEBHOOK,
    "createAccountWebhook": WEBHOOK,
    "createOperatorWebhook": WEBHOOK,
    "addTime": {"seconds": 1},
    "createGame": {"kind": "CASK_RACE", "seats": [{"kind": "OPEN"}] * 2},
    "importRecord": {"record": "no record"},
    "narrowToken": {"readOnly": True},
    "nameSeat": {"name": "Ada"},
    "takeHandover": {"handover": "none"},
    "claimSeat": {"token": "none"},
    "saveProfile": {"handle": "Deb"},
    "remindByEmail": {"address": "deb@example.org"},
    "verifyEmail": {"code": "none"},
    "markPlayer": {"player": "nobody"},
    "quickPlay": {"kind": "CASK_RACE"},
    "say": {"phrase": "HELLO"},
    "setTalk": {"mode": "FREE"},
    "muteSeat": {"seat": 3, "muted": False},
    "report": {"category": "OTHER"},
    "leaveOrders": {"orders": []},
    "play": {"moves": [{"notation": "pass"}]},
    "replacePlayer": {"with": {"bot": "RANDOM"}},
    "propose": {"kind": "UNDO", "to": 1},
    "preview": {"moves": [{"caskRace": {"pass": True}}]},
    "whyNot": {"move": {"notation": "pass"}},
}
"""Arguments of the operations that need some."""
QUERIES: Mapping[str, dict[str, str]] = {
    "suggestion": {"bot": "RANDOM"},
    "analysis": {"bot": "RANDOM"},
    "botLine": {"bot": "RANDOM"},
    "deleteAccount": {"account": "another"},
    "operatorAccounts": {"begins": "a"},
}
"""Parameters of the operations that need some."""


def root(operation: str) -> GraphQLObjectType:
    """The type of a root."""
    found = getattr(SCHEMA, f"{operation}_type")
    assert isinstance(found, GraphQLObjectType)
    return found


def asked(operation: str, fields: Iterable[str], game: str) -> tuple[str, dict[str, Any]]:
    """A document that asks for these fields in one operation, and its variables; of each only what came of it."""
    declared, selected, variables = [], [], {}
    for number, field in enumerate(fields):
        of = root(operation).fields[field]
        # These are for accounts or operators only, and would hide who is let in otherwise.
        given = {
            name: arg
            for name, arg in of.args.items()
            if _is_given(arg) and name not in ("rated", "friends", "allGames")
        }
        for name, arg in given.items():
            declared.append(f"${name}{number}: {arg.type}")
            variables[f"{name}{number}"] = game if _is_id(arg) else _value(arg.type)
        call = f"({', '.join(f'{name}: ${name}{number}' for name in given)})" if given else ""
        selected.append(f"{field}: {field}{call} {{ __typename{_code(get_named_type(of.type).name)} }}")
    head = f"({', '.join(declared)})" if declared else ""
    return f"{operation} Asked{head} {{ {' '.join(selected)} }}", variables


def _is_given(arg: GraphQLArgument) -> bool:
    return is_required_argument(arg) or _is_id(arg) or get_named_type(arg.type).name == "Boolean"


def _is_id(arg: GraphQLArgument) -> bool:
    return get_named_type(arg.type).name == "ID"


def _code(result: str) -> str:
    problem = SCHEMA.type_map["Problem"]
    found = SCHEMA.type_map[result]
    shared = hasattr(found, "types") and any(SCHEMA.is_sub_type(problem, one) for one in found.types)  # type: ignore[arg-type]
    return " ... on Problem { code }" if shared else ""


def _value(type_: GraphQLInputType) -> Any:
    """Something of this type that is well-formed."""
    if isinstance(type_, GraphQLNonNull):
        return _value(type_.of_type)
    if isinstance(type_, GraphQLList):
        return [_value(type_.of_type)]
    if isinstance(type_, GraphQLEnumType):
        return next(iter(type_.values))
    if isinstance(type_, GraphQLInputObjectType):
        fields = dict(type_.fields)
        wanted = (
            [next(iter(fields))] if type_.is_one_of else [n for n, f in fields.items() if is_required_input_field(f)]
        )
        return {name: _value(fields[name].type) for name in wanted}
    return {"Int": 1, "Float": 1.0, "Boolean": True, "String": "x", "ID": "x"}[type_.name]
