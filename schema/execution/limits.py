"""Limits on the size of documents and variables, and the errors of requests that exceed them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:  # REST has these limits too, and does not load graphql-core
    from graphql import GraphQLError, GraphQLObjectType, GraphQLSchema

_GAME = "Game"
"""The interface of the games of all kinds."""
_LARGEST_FIGURE = 2**31 - 1
"""The largest 32-bit integer. Figures are capped at it, because fragments can multiply them without bound."""


class RequestLimits(Struct, frozen=True):
    """The limits of a request. All are checked before execution, most before validation.

    The largest document that a client needs, "the full document" below, selects every field of every game's responses.
    """

    characters: int = 50_000
    """Characters of a document. The full document has half. Bounds comments and long strings, which have few tokens."""
    tokens: int = 4000
    """Tokens of a document. The full document has about 3,500. Parsing and validation take about 50 us for each."""
    operations: int = 50
    """Operations in a document. Some validation rules visit the fragments of each operation again."""
    fragments: int = 400
    """Fragments in a document. The full document has one for each type, about 200."""
    depth: int = 50
    """Nesting of selection sets, fragments, lists and objects. The full document has 16."""
    aliases: int = 400
    """Aliases in a document. The full document has 33. The fields that they multiply have their own prices."""
    directives: int = 100
    """Directives in a document."""
    merged: int = 20_000
    """Fields visited to check that they can be merged, see `field_merging`. The full document has about 3,400."""
    cost: int = 5000
    """Points of `schema.prices`: at most half a second of one core."""
    values: int = 5000
    """Values in all variables. 64 moves have a tenth of that."""
    nesting: int = 20
    """Nesting of lists and objects in variables. A move has 6."""


LIMITS = RequestLimits()
"""The limits for the games of this package."""
_OF_SERVICE, _ROOM = 1500, 1.1
"""The tokens that the full document may have besides those of games, and the room above these."""


def limits_for(schema: GraphQLSchema) -> RequestLimits:
    """The limits for the games of a schema: its full document fits, however many games it has."""
    games = [type_.name.removesuffix("Game") for type_ in _objects(schema) if _GAME in map(str, type_.interfaces)]
    own = [type_ for type_ in _objects(schema) if type_.name.startswith(tuple(games))]
    tokens = _OF_SERVICE + int(_ROOM * sum(map(_tokens, own)))
    if tokens <= LIMITS.tokens:
        return LIMITS
    scaled = ("characters", "tokens", "fragments", "aliases", "merged")
    return replace(LIMITS, **{name: getattr(LIMITS, name) * tokens // LIMITS.tokens for name in scaled})


def _objects(schema: GraphQLSchema) -> list[GraphQLObjectType]:
    from graphql import GraphQLObjectType

    return [type_ for type_ in schema.type_map.values() if isinstance(type_, GraphQLObjectType)]


def _tokens(type_: GraphQLObjectType) -> int:
    """The tokens of a fragment that selects every field: `fragment A on B { c d { ...E } }`."""
    from graphql import get_named_type, is_leaf_type

    return 6 + sum(1 if is_leaf_type(get_named_type(field.type)) else 5 for field in type_.fields.values())


def beyond(code: str, limit: int, figure: float, message: str) -> GraphQLError:
    """The error of a request that exceeds a limit.

    Args:
        code: the code of the error, for programs.
        limit: the limit.
        figure: the actual figure, or the count at which counting stopped.
        message: a sentence for people, with placeholders `{figure}` and `{limit}`.
    """
    capped = int(min(figure, _LARGEST_FIGURE))
    extensions = {"code": code, "limit": limit, "figure": capped}
    return graphql_error()(message.format(figure=f"{capped:,}", limit=f"{limit:,}"), extensions=extensions)


def graphql_error() -> type[GraphQLError]:
    """The class of these errors."""
    from graphql import GraphQLError

    return GraphQLError


def check_variables(variables: Mapping[str, Any], limits: RequestLimits) -> None:
    """Check the size of variables before they are coerced. Counting stops at the limit.

    Raises:
        GraphQLError: there are too many values, or they are nested too deeply.
    """
    found, level, ahead = 0, 0, list(variables.values())
    while ahead:
        found += len(ahead)
        if found > limits.values:
            message = "The variables have at least {figure} values. The limit is {limit}. Send less in one request."
            raise beyond("TOO_MANY_VALUES", limits.values, found, message)
        if level > limits.nesting:
            message = (
                "The variables nest at least {figure} lists and objects. The limit is {limit}. Send flatter values."
            )
            raise beyond("VARIABLES_TOO_DEEP", limits.nesting, level, message)
        level += 1
        inner: list[Any] = []
        for value in ahead:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, (list, tuple)):
                inner += value
        ahead = inner
