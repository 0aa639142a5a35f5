"""The schema as a subgraph of Apollo Federation 2.3.

Games have the key `gameId`, on each kind and on the interface `Game`, and accounts have the key `id`. A gateway asks for
entities with the token of its client, and gets what `node` shows to that token.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import strawberry
from graphql import GraphQLError
from strawberry.federation.schema_directives import Key, Shareable

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.graphql.fields import INFO, as_error
from taphouse.schema.graphql.game_types import GraphQLGameTypes, node_type
from taphouse.schema.libraries.strawberry import FederationAny
from taphouse.schema.operations.declaration import ACCOUNT, GAME
from taphouse.schema.operations.games import node
from taphouse.schema.paging import PageInfo
from taphouse.schema.ports import AccountHolder, Context
from taphouse.schema.prices import LOOK, SHOWN, Price, priced

VERSION: Final = "2.3"
MOST_ENTITIES = 50
"""The most entities that a gateway can ask for at once."""


def subgraph_fields(play: GraphQLGameTypes, sdl: Callable[[], str]) -> dict[str, Any]:
    """The fields of the root type of queries that a gateway asks for. The types of entities get their keys.

    Args:
        play: the types of games.
        sdl: returns the schema with these fields and keys.
    """
    account, page_info = play.types.annotation(AccountHolder), play.types.annotation(PageInfo)
    key: Any = Key  # its fields are a string
    directives = dict.fromkeys((play.interface, *play.games.values()), key(fields="gameId"))
    for type_, directive in {**directives, account: key(fields="id"), page_info: Shareable()}.items():
        type_.__strawberry_definition__.directives = [directive]
    entity = play.types.union("_Entity", [*play.games.values(), account], "A game or an account, found by its key.")
    body = {"__annotations__": {"sdl": str}, "sdl": strawberry.field(description="The schema with its keys.")}
    service = strawberry.type(
        type("_Service", (), body), name="_Service", description="This service as a part of a federated graph."
    )

    async def entities(info: INFO, representations: Any) -> Any:
        if len(representations) > MOST_ENTITIES:
            message = f"Ask for at most {MOST_ENTITIES} entities at once."
            raise GraphQLError(message, extensions={"code": "INPUT_REFUSED"})
        await info.context.caller.admit()
        return await asyncio.gather(*(_entity(info.context, one) for one in representations))

    entities.__annotations__ |= {"representations": list[FederationAny], "return": list[entity | None]}  # type: ignore[valid-type]
    price = Price(each=LOOK, listed="representations", most=MOST_ENTITIES)
    return {
        "_entities": strawberry.field(
            entities,
            name="_entities",
            description=f"Games and accounts by their keys, at most {MOST_ENTITIES}. Null for one that you cannot see.",
            metadata=priced(price),
        ),
        "_service": strawberry.field(
            lambda: service(sdl=sdl()),
            graphql_type=service,
            name="_service",
            description="The schema, for a gateway.",
            metadata=priced(Price(once=LOOK + SHOWN)),
        ),
    }


async def _entity(context: Context, representation: object) -> Any:
    """The game or account of a representation; None if its caller cannot see it, and an error if it is refused."""
    given = representation if isinstance(representation, Mapping) else {}
    name = given.get("__typename")
    key = given.get("id" if name == ACCOUNT else "gameId")
    if not isinstance(key, str):
        return None
    try:
        found = await node.call(context, None, {"id": key})
    except Refused as refused:
        return as_error(refused, context.caller.language)
    if isinstance(found, GameView):
        return found if found.game_id == key and name in (GAME, node_type(found)) else None
    return found if name == ACCOUNT else None
