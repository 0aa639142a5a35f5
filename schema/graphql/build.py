"""The GraphQL schema of some games, and its SDL."""

from __future__ import annotations

from copy import copy
from functools import cache, lru_cache, partial
from typing import Any

import strawberry
from graphql import DirectiveLocation, GraphQLDirective, GraphQLInputObjectType, GraphQLOneOfDirective
from strawberry import federation
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.name_converter import NameConverter

from taphouse.engine.game import Game
from taphouse.schema.descriptions import enums_of
from taphouse.schema.execution.cost import check_priced
from taphouse.schema.graphql.derive import Types
from taphouse.schema.graphql.federation import VERSION, subgraph_fields
from taphouse.schema.graphql.game_types import GraphQLGameTypes
from taphouse.schema.graphql.mutations import mutation_type
from taphouse.schema.graphql.roots import query_type, subscription_type
from taphouse.schema.graphql.scalars import SCALARS
from taphouse.schema.libraries.strawberry import DEFINITION, core_schema
from taphouse.schema.registry import PROBLEMS
from taphouse.schema.served_games import ServedGames

_ONE_OF = "directive @oneOf on INPUT_OBJECT"


class _Names(NameConverter):
    """Strawberry's naming, cached: Strawberry converts an argument's name on every request."""

    apply_naming_config = lru_cache(maxsize=None)(NameConverter.apply_naming_config)


class Api:
    """The GraphQL schema of the games that are served.

    Args:
        served: the games, with the types of their values.
        federated: true for a subgraph of a federated graph.
    """

    def __init__(self, served: ServedGames, *, federated: bool = False) -> None:
        self.served, games = served, served.games
        types = Types(
            {game.about.package: game.about.name for game in games.values()}, enums_of(games.values(), PROBLEMS)
        )
        play = GraphQLGameTypes(types, games, served.game_types)
        query = query_type(play, partial(subgraph_fields, play, cache(self.sdl)) if federated else dict)
        make: Any = partial(federation.Schema, federation_version=VERSION) if federated else strawberry.Schema
        self.schema: strawberry.Schema = make(
            query=query,
            mutation=mutation_type(play, games),
            subscription=subscription_type(play),
            types=list(play.games.values()) + types.objects(),
            config=StrawberryConfig(name_converter=_Names(), scalar_map=SCALARS),
        )
        self.core = core_schema(self.schema)
        # Strawberry checks @oneOf only when it calls a resolver. This lets graphql-core's validation check it too.
        for type_ in self.core.type_map.values():
            definition = type_.extensions.get(DEFINITION)
            if isinstance(type_, GraphQLInputObjectType) and definition is not None and definition.is_one_of:
                type_.is_one_of = True
        self.core.directives = tuple(map(_as_released, self.core.directives))
        check_priced(self.core)

    @staticmethod
    def of(*games: Game, federated: bool = False) -> Api:
        """The API of these games. Cached, because building it takes about a second and it is immutable."""
        return Api.to(ServedGames.of(*games), federated)

    @staticmethod
    @lru_cache(maxsize=8)
    def to(served: ServedGames, federated: bool = False) -> Api:
        """The API to the games that are served. Cached likewise."""
        return Api(served, federated=federated)

    def sdl(self) -> str:
        """The schema in the GraphQL schema definition language."""
        text = f'"""{GraphQLOneOfDirective.description}"""\n{_ONE_OF}'
        return self.schema.as_str().replace(_ONE_OF, text, 1) + "\n"


def _as_released(directive: GraphQLDirective) -> GraphQLDirective:
    """A directive without the locations of drafts of the specification, at which older clients raise."""
    made = copy(directive)
    made.locations = tuple(one for one in made.locations if one is not DirectiveLocation.DIRECTIVE_DEFINITION)
    return made
