"""Pages of lists, as connections (GraphQL Cursor Connections Specification)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from taphouse.engine.vocabulary import Public
from taphouse.schema.failures import Refused
from taphouse.schema.prices import LONGEST_NUMBER
from taphouse.schema.problems.inputs import InputRefused

_NUMBER = re.compile(f"[0-9]{{1,{LONGEST_NUMBER}}}")


class PageInfo(Public, frozen=True):
    """The position of a page in its list."""

    has_next_page: Annotated[bool, Meta(description="True if there may be more items after this page.")]
    end_cursor: Annotated[
        str | None,
        Meta(description="The cursor at the end of the page: the `after` of the next page. Null if the list is empty."),
    ]
    has_previous_page: Annotated[bool, Meta(description="True if the page starts after a cursor.")]
    start_cursor: Annotated[str | None, Meta(description="The cursor of the first item. Null if the page is empty.")]


class Edge(Struct, frozen=True):
    """An item of a list, with its cursor."""

    cursor: str
    node: Any


class Connection(Struct, frozen=True):
    """A page of a list."""

    edges: tuple[Edge, ...]
    page_info: PageInfo

    @property
    def nodes(self) -> tuple[Any, ...]:
        """The items of the page."""
        return tuple([edge.node for edge in self.edges])

    @property
    def next(self) -> str | None:
        """The cursor of the next page. None on the last page."""
        return self.page_info.end_cursor if self.page_info.has_next_page else None


def numbered(nodes: Sequence[tuple[int, Any]], after: str | None, *, more: bool) -> Connection:
    """A page of a list whose items are numbered in order.

    Args:
        nodes: the items of the page with their numbers, which are their cursors.
        after: the cursor before the page.
        more: whether items follow the page.
    """
    edges = tuple([Edge(str(number), node) for number, node in nodes])
    start, end = (edges[0].cursor, edges[-1].cursor) if edges else (None, after)
    return Connection(edges, PageInfo(more, end, after is not None, start))


def number_of(cursor: str | None) -> int:
    """The number in a cursor of such a list. 0 for None.

    Raises:
        Refused: the cursor is not valid.
    """
    if cursor is None:
        return 0
    if not _NUMBER.fullmatch(cursor) or str(int(cursor)) != cursor:
        raise Refused(bad_cursor())
    return int(cursor)


def bad_cursor() -> InputRefused:
    """The problem of a cursor that is not valid."""
    return InputRefused(
        message="The cursor is not valid. Send the one at the end of the previous page.", argument="after"
    )
