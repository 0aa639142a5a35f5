"""The GraphQL schema of some games, and its SDL."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import strawberry
from graphql import GraphQLInputObjectType
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.name_converter import NameConverter

from taphouse.engine.game import Game
from taphouse.schema.descriptions import enums_of
from taphouse.schema.execution.cost import check_priced
from taphouse.schema.graphql.derive import Types
from taphouse.schema.graphql.game_types import GraphQLGameTypes
from taphouse.schema.graphql.mergeable import check_mergeable
from taphouse.schema.graphql.mutations import mutation_type
from taphouse.schema.graphql.roots import query_type, subscription_type
from taphouse.schema.graphql.scalars import SCALARS
from taphouse.schema.libraries.strawberry import DEFINITION, core_schema
from taphouse.schema.values.derived import GameTypes, game_types


class _Names(NameConverter):
    """Strawberry's naming, cached: Strawberry converts an argument's name on every request."""

    apply_naming_config = lru_cache(maxsize=None)(NameConverter.apply_naming_config)


class Api:
    """The GraphQL schema of some games, and the API types derived for each."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.games = dict(games)
        self.game_types: dict[str, GameTypes] = {
            kind: game_types(game, [other for other in games.values() if other is not game])
            for kind, game in games.items()
        }
        types = Types({game.about.package: game.about.name for game in games.values()}, enums_of(games.values()))
        play = GraphQLGameTypes(types, self.games, self.game_types)
        self.schema = strawberry.Schema(
            query=query_type(play),
            mutation=mutation_type(play, self.games),
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
        check_priced(self.core)
        check_mergeable(self.core)

    @staticmethod
    @lru_cache(maxsize=8)
    def of(*games: Game) -> Api:
        """The API of these games. Cached, because building it takes about a second and it is immutable."""
        return Api({game.about.kind: game for game in games})

    def sdl(self) -> str:
        """The schema in the GraphQL schema definition language."""
        return self.schema.as_str() + "\n"
