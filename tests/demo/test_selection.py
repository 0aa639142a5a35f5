"""What is asked for, and how it is shown, for shapes that no game of today has."""

from __future__ import annotations

import io

from graphql import build_schema, graphql_sync, parse, validate
from rich.console import Console

from taphouse.service.cli.demo import selection
from taphouse.service.cli.demo.screen import Screen
from taphouse.service.cli.demo.selection import Schema

SDL = """
type Query { table: Table, need(it: Int!, all: Need): Int }
input Need { it: Int }
interface Tile { row: Int! column: Int! }
type Field implements Tile { row: Int! column: Int! crop: Crop, owner: Int! }
type House implements Tile { row: Int! column: Int! tenant: String }
union Token = Coin | Table
type Coin { worth: Int!, inner: Token }
enum Crop { HOPS LATE_BARLEY }
type Table { turn: Int! tiles: [Tile!]! tokens: [[Token!]!]! again: Table given(it: Int! = 1): Int, asked(it: Int!): Int }
"""


def test_a_selection_holds_every_kind_of_type_and_comes_to_an_end() -> None:
    built = build_schema(SDL)
    told = graphql_sync(built, selection._SCHEMA)
    assert told.data
    schema = Schema({one["name"]: one for one in told.data["__schema"]["types"]})
    asked = schema.field("Query", "table")
    assert validate(built, parse(f"{{ {asked} }}")) == []
    assert "given" in asked
    assert "asked" not in asked
    assert "crop" in asked
    assert "tenant" in asked
    assert schema.field("Query", "nothing") == schema.field("Query", "need") == ""
    assert schema.has_input("Need", "it")
    assert not any(schema.has_input(*name) for name in (("Need", "other"), ("Query", "table"), ("Nothing", "it")))


def shown(table: dict[str, object]) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100, highlight=False)
    screen = Screen(console)
    screen.opened("A game", ("Anna", "Ben"), "1", "http://127.0.0.1")
    console.print(screen.table(table))
    return out.getvalue()


def test_any_table_can_be_shown() -> None:
    tile = {"__typename": "Field", "row": 1, "column": 1, "crop": "LATE_BARLEY", "owner": 2}
    text = shown(
        {
            "turn": 3,
            "fromSeat": 2,
            "heat": 0.5,
            "open": False,
            "note": "[bold]text[/bold]",
            "none": None,
            "empty": [],
            "deep": [[1, 2], [3]],
            "pile": {"size": 12, "cards": None},
            "card": {"brewery": None, "type": None},
            "hand": {"size": 1, "cards": [{"name": "mug-club", "title": "Mug Club", "text": "Choose much."}]},
            "stacks": [{"top": {"name": "kolsh", "title": "Kolsh", "cost": {"malt": 4, "hops": 1}, "pints": 2}}],
            "amounts": {"barley": 2, "rye": 0},
            "tiles": [tile, tile | {"row": 2, "column": 2}],
            "tokens": [{"worth": 5, "mixed": None}, {"worth": None, "mixed": [{"a": "X"}], "more": True}],
        }
    )
    for part in ("turn 3", "2 Ben", "heat 0.5", "open no", "[bold]text[/bold]", "1, 2, 3", "▒ ×12", "2 barley"):  # noqa: RUF001
        assert part in text
    for part in ("Late barley", "owner 2", "worth", "mixed"):
        assert part in text
    for part in ("mug-club", "kolsh 4 malt, 1 hops pints 2"):
        assert part in text
    for part in ("rye", "Mug Club", "Choose much.", "Kolsh"):
        assert part not in text
    assert "__" not in text
    shown({})
