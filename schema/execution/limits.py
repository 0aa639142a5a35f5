"""How large a document and what comes with it may be, and how a request is told that it is larger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphql import GraphQLError
from msgspec import Struct

_LARGEST_FIGURE = 2**31 - 1
"""What every client can read as an integer; fragments multiply without end."""


class Limits(Struct, frozen=True):
    """What a request may have. All of it is counted before anything is executed, most before the document is validated.

    "Everything" is the largest document that anybody needs: it selects each field of every game's answers.
    """

    characters: int = 50_000
    """Of a document; everything has half of that. It bounds comments and long strings, which are no tokens or one."""
    tokens: int = 3500
    """Of a document; everything has about 2,800. Reading and validating takes about 50 us for each."""
    operations: int = 50
    """Of a document. Some rules look at all that an operation uses, for each operation anew."""
    fragments: int = 400
    """Of a document; everything has one for each type, which are about 200."""
    depth: int = 50
    """Selection sets, fragments, lists and objects within each other; everything has 16."""
    aliases: int = 400
    """Of a document; everything has 33. What they multiply is priced besides."""
    directives: int = 100
    """Of a document."""
    merged: int = 20_000
    """Fields looked at for whether those with the same name can be merged, see `field_merging`; everything has about 3,400."""
    cost: int = 5000
    """In the points of `schema.prices`: about half a second of one core."""
    values: int = 5000
    """In all variables together; 64 moves have a tenth of that."""
    nesting: int = 20
    """Lists and objects within each other in variables; a move has 6."""


LIMITS = Limits()


def beyond(code: str, limit: int, figure: float, message: str) -> GraphQLError:
    """The refusal of a request that is beyond a limit.

    Args:
        code: what it has too much of, for programs.
        limit: how much it may have.
        figure: how much it has, or as far as it was counted.
        message: a sentence for people, in which `{figure}` and `{limit}` stand for the two.
    """
    told = int(min(figure, _LARGEST_FIGURE))
    extensions = {"code": code, "limit": limit, "figure": told}
    return GraphQLError(message.format(figure=f"{told:,}", limit=f"{limit:,}"), extensions=extensions)


def check_variables(variables: Mapping[str, Any], limits: Limits) -> None:
    """Look whether variables are small enough to be coerced. Counting ends with the limit, however much there is.

    Raises:
        GraphQLError: there are too many values, or they are nested too deeply.
    """
    found, level, ahead = 0, 0, list(variables.values())
    while ahead:
        found += len(ahead)
        if found > limits.values:
            message = "The variables have {figure} values or more, and {limit} are allowed: send less at once."
            raise beyond("TOO_MANY_VALUES", limits.values, found, message)
        if level > limits.nesting:
            message = (
                "The variables nest {figure} lists and objects or more, and {limit} are allowed: send flatter values."
            )
            raise beyond("VARIABLES_TOO_DEEP", limits.nesting, level, message)
        level += 1
        inner: list[Any] = []
        for value in ahead:
            if isinstance(value, dict):
                inner += value.values()
            elif isinstance(value, list | tuple):
                inner += value
        ahead = inner
