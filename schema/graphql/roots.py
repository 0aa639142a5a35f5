"""The root types of queries and subscriptions, and the types of accounts and visitors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import strawberry

from taphouse.schema.descriptions import described
from taphouse.schema.graphql.fields import field
from taphouse.schema.graphql.game_types import GraphQLGameTypes
from taphouse.schema.operations.answers import Account, Visitor
from taphouse.schema.operations.declaration import ACCOUNT, QUERY, SUBSCRIPTION, VISITOR
from taphouse.schema.ports import AccountHolder
from taphouse.schema.registry import declared


def query_type(play: GraphQLGameTypes, more: Callable[[], Mapping[str, Any]] = dict) -> Any:
    """The root type of queries, with more fields, which are made when their types are there."""
    play.types.represent(AccountHolder, _account_type(play))
    play.types.represent(Visitor, _visitor_type(play))
    return strawberry.type(
        type("Query", (), {**fields(QUERY, play), **more()}),
        description="Operations that read games and change nothing.",
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
    return {one.name: field(one, play.types, play.result(one, on), on) for one in declared(on)}


def _account_type(play: GraphQLGameTypes) -> Any:
    body = {
        "__annotations__": {"id": strawberry.ID, "name": str | None, "program": bool},
        "id": strawberry.field(description=described(Account, "id")),
        "name": strawberry.field(description=described(Account, "name")),
        "program": strawberry.field(description=described(Account, "program")),
        "is_type_of": classmethod(lambda _, value, __: isinstance(value, AccountHolder)),
        **fields(ACCOUNT, play),
    }
    text = "Your account: its games and pending decisions."
    return strawberry.type(type(ACCOUNT, (play.node,), body), description=text)


def _visitor_type(play: GraphQLGameTypes) -> Any:
    body = {"is_type_of": classmethod(lambda _, value, __: isinstance(value, Visitor)), **fields(VISITOR, play)}
    text = "You, with or without a token: the lists of games that everybody can find."
    return strawberry.type(type(VISITOR, (), body), description=text)
