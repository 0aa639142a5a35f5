"""The root types of queries and subscriptions, and the type of accounts."""

from __future__ import annotations

from typing import Any

import strawberry

from taphouse.schema.descriptions import described
from taphouse.schema.graphql.fields import field
from taphouse.schema.graphql.game_types import GraphQLGameTypes
from taphouse.schema.operations.answers import Account
from taphouse.schema.operations.declaration import ACCOUNT, QUERY, SUBSCRIPTION
from taphouse.schema.operations.table import declared
from taphouse.schema.ports import AccountHolder


def query_type(play: GraphQLGameTypes) -> Any:
    """The root type of queries."""
    play.types.represent(AccountHolder, _account_type(play))
    return strawberry.type(
        type("Query", (), fields(QUERY, play)), description="Operations that read games and change nothing."
    )


def subscription_type(play: GraphQLGameTypes) -> Any:
    """The root type of subscriptions."""
    return strawberry.type(
        type("Subscription", (), fields(SUBSCRIPTION, play)),
        description="Streams, as `text/event-stream` or over a WebSocket. A stream completes when the game is over or "
        "abandoned. A problem is always the last event of a stream. The token is checked again before each event.",
    )


def fields(on: str, play: GraphQLGameTypes) -> dict[str, Any]:
    """The body of a class with the fields of a type."""
    return {one.name: field(one, play.types, play.result(one)) for one in declared(on)}


def _account_type(play: GraphQLGameTypes) -> Any:
    body = {
        "__annotations__": {"id": strawberry.ID, "name": str | None},
        "id": strawberry.field(description=described(Account, "id")),
        "name": strawberry.field(description=described(Account, "name")),
        "is_type_of": classmethod(lambda _, value, __: isinstance(value, AccountHolder)),
        **fields(ACCOUNT, play),
    }
    text = "Your account: its games and pending decisions."
    return strawberry.type(type("Account", (), body), description=text)
