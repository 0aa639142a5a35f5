"""Shows any kind of game in a terminal, guided by the names and shapes of the fields that the service returns."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from taphouse.service.cli.demo.graphql_client import Json
from taphouse.service.cli.demo.play import Move, Played
from taphouse.service.cli.output import counted

NOTHING = Text("–", style="dim")  # noqa: RUF001 -- a dash, as a person would draw it
BACK = Text("▒", style="dim")
"""The back of a card."""

_NOTHINGS = {"–", "0", "no"}  # noqa: RUF001
_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
_ENUM = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def document(played: Played) -> str:
    """A finished game as JSON."""
    outcome = played.outcome
    standings = [{"name": played.name(one["seat"]), **one} for one in outcome["standings"]]
    return json.dumps(
        {
            "game": played.kind,
            "title": played.title,
            "id": played.id,
            "players": list(played.names),
            "seed": played.seed,
            "outcome": {**outcome, "text": played.reason, "standings": standings},
            "moves": [{**msgspec.to_builtins(move), "name": played.name(move.seat)} for move in played.moves],
            "versions": played.versions,
            "seconds": played.seconds,
        },
        indent=2,
        ensure_ascii=False,
    )


class Screen:
    """A watcher that prints the game."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        self._names: tuple[str, ...] = ()
        self._shown: Mapping[str, Any] = {}
        """The table that was printed last."""

    def opened(self, title: str, names: tuple[str, ...], game: str, url: str) -> None:
        """See `Watcher`: print the players, the game's id and the URL."""
        self._names = names
        players = Text(", ").join(self._player(seat) for seat in range(1, len(names) + 1))
        self._console.print(Text.assemble((title, "bold"), ": ", players))
        self._console.print(Text(f"Game {game} at {url}", style="dim"), soft_wrap=True)

    def turned(self, game: Json) -> None:
        """See `Watcher`: print the table as seen by the seat that decides, at the end as seen by everyone.

        In between, print only what is not as it was printed last.
        """
        head = Text(f"version {game['version']} · ")
        if game["decision"] is None:
            head.append("the end: the table as everyone sees it")
        else:
            head.append_text(Text.assemble("the table as ", self._player(game["decision"]["seat"]), " sees it"))
        self._console.print()
        self._console.print(Rule(head, align="left", style="dim"))
        table = game.get("table")
        if table is not None:
            whole = game["decision"] is None
            self._console.print(Padding(self.table(table if whole else self._changed(table)), (0, 0, 1, 0)))
            self._shown = table

    def moved(self, move: Move) -> None:
        """See `Watcher`: print the move."""
        line = Text.assemble(self._player(move.seat), ": ", (move.notation, "bold"), (f"  {move.label}", "dim"))
        self._console.print(line)

    def result(self, played: Played) -> None:
        """Print why the game ended, the scores, and every move in notation."""
        self._names = played.names
        say, outcome = self._console.print, played.outcome
        say()
        say(Rule(Text.assemble((played.title, "bold"), " is over"), align="left", style="dim"))
        say(Text.assemble(played.reason, (f" ({outcome['reason']}, {outcome['rule']})", "dim")))
        say()
        say(self._standings(outcome["standings"]))
        say()
        say(Text(f"{counted(len(played.moves), 'move')}:", style="bold"))
        for seat, moves in groupby(played.moves, key=lambda move: move.seat):
            told = f"{seat} {self._names[seat - 1]}: " + "; ".join(move.notation for move in moves)
            wrapped = textwrap.wrap(told, self._console.width, subsequent_indent="    ", break_on_hyphens=False)
            say(Text("\n".join(wrapped)))
        seed = f", seed {played.seed}" if played.seed is not None else ""
        say(Text(f"{played.versions} versions in {played.seconds:.1f} s{seed}.", style="dim"))

    def table(self, table: Json) -> RenderableType:
        """The table: single values on one line, small objects on a line each, lists of objects as tables."""
        single: list[Text] = []
        lines: list[tuple[str, Text]] = []
        tables: list[RenderableType] = []
        for key, value in table.items():
            name = _words(key)
            if _is_leaf(value) or value == []:
                single.append(Text.assemble((f"{name} ", "dim"), self._text(value, key)))
            elif _is_tabular(value):
                tables.append(self._grid(name, value) or self._rows(name, value))
            else:
                lines.append((name, self._text(value, key)))
        small = Table.grid(padding=(0, 2))
        small.add_column(style="dim", no_wrap=True)
        small.add_column()
        for name, text in lines:
            small.add_row(name, text)
        narrow = [one for one in tables if isinstance(one, Table)]
        wide = [one for one in tables if not isinstance(one, Table)]
        return Group(
            *([Text.assemble((" · ", "dim")).join(single)] if single else []),
            *([small] if lines else []),
            *([Columns(narrow, padding=(0, 3))] if narrow else []),
            *wide,
        )

    def _changed(self, table: Mapping[str, Any]) -> Json:
        """The fields of a table that differ from the one printed last; of several objects those that do."""
        if not self._shown:
            return dict(table)
        changed = {}
        for key, value in table.items():
            before = self._shown.get(key)
            if before == value:
                continue
            if isinstance(before, list) and _is_tabular(value) and not _is_grid(value):
                changed[key] = [one for one in value if one not in before] or value
            else:
                changed[key] = value
        return changed

    def _standings(self, standings: Iterable[Json]) -> Table:
        standings = list(standings)
        categories = dict.fromkeys(one["name"] for standing in standings for one in standing["categories"])
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column("place", justify="right")
        table.add_column("player")
        table.add_column("points", justify="right", style="bold")
        for category in categories:
            table.add_column(category, justify="right")
        for one in standings:
            points = {category["name"]: category["points"] for category in one["categories"]}
            cells = [Text(str(points[name])) if name in points else NOTHING for name in categories]
            table.add_row(str(one["place"]), self._player(one["seat"]), str(one["points"]), *cells)
        return table

    def _rows(self, title: str, rows: Sequence[Json]) -> RenderableType:
        """Objects as the rows of a table; if it would be too wide, each as a paragraph."""
        keys = [key for key in dict.fromkeys(key for row in rows for key in row) if key != "__typename"]
        hidden = {key for key in keys if any(isinstance(row.get(key), list) for row in rows)}  # where it is null
        cells = [
            [BACK if key in hidden and row.get(key) is None else self._text(row.get(key), key) for key in keys]
            for row in rows
        ]
        widths = [max(len(_words(key)), *(len(row[number]) for row in cells)) for number, key in enumerate(keys)]
        if sum(widths) + 3 * len(keys) > self._console.width:
            return self._paragraphs(title, keys, cells)
        table = Table(
            box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="dim", pad_edge=False, show_edge=False
        )
        for key in keys:
            numbers = all(isinstance(row.get(key), int | None) for row in rows) and not _is_seat(key)
            table.add_column(_words(key), justify="right" if numbers else "left")
        for row in cells:
            table.add_row(*row)
        return table

    def _paragraphs(self, title: str, keys: Sequence[str], rows: Iterable[Sequence[Text]]) -> RenderableType:
        """A paragraph for each row: its first value, then the others by their names, without those that are nothing."""
        paragraphs = []
        for first, *others in rows:
            parts = [
                Text.assemble((f"{_words(key)} ", "dim"), text)
                for key, text in zip(keys[1:], others, strict=True)
                if str(text) not in _NOTHINGS
            ]
            told = Text.assemble((str(first), "bold"), "  ", Text(" · ", style="dim").join(parts))
            paragraphs.append(Padding(told, (0, 0, 0, 2)))
        return Group(Text(title, style="dim"), *paragraphs)

    def _grid(self, title: str, rows: Sequence[Json]) -> Table | None:
        """Objects with a row and a column, laid out in a grid; None if they have none."""
        if not _is_grid(rows):
            return None
        at = {(one["row"], one["column"]): one for one in rows}
        if len(at) < len(rows):
            return None
        columns = sorted({column for _, column in at})
        table = Table(box=box.SQUARE, title=title, title_justify="left", title_style="dim", show_header=False)
        table.show_lines = True
        for row in sorted({row for row, _ in at}):
            cells = []
            for column in columns:
                one = at.get((row, column), {})
                inner = {key: value for key, value in one.items() if key not in {"row", "column", "position"}}
                cells.append(self._text(inner, "") if any(value is not None for value in inner.values()) else NOTHING)
            table.add_row(*cells)
        return table

    def _text(self, value: Any, key: str, said: tuple[Any, ...] = ()) -> Text:
        """A value in few words. `said` holds the values printed before it, which are not repeated."""
        match value:
            case None:
                return NOTHING
            case bool():
                return Text("yes") if value else Text("no", style="dim")
            case int() if _is_seat(key):
                return self._player(value)
            case list():
                return self._list(value, key, said)
            case dict():
                return self._object(value, said)
        return Text(_word(str(value)))

    def _list(self, values: Sequence[Any], key: str, said: tuple[Any, ...]) -> Text:
        if not values:
            return NOTHING
        parts = []
        texts = (self._titled(value) if _is_titled(value) else self._text(value, key, said) for value in values)
        for _, group in groupby(texts, key=str):
            first, *more = group
            parts.append(Text.assemble(first, (f" ×{len(more) + 1}", "dim")) if more else first)  # noqa: RUF001
        return Text(", ").join(parts)

    def _titled(self, value: Json) -> Text:
        """The name of an object, with its count and its owner."""
        text = Text(value["name"])
        for key, one in value.items():
            if key == "count" and one:
                text.append(f" {one}")
            elif type(one) is int and (key.endswith("By") or key == "partner"):
                text.append_text(Text.assemble(" (", self._player(one), ")"))
        return text

    def _object(self, value: Json, said: tuple[Any, ...]) -> Text:
        skipped = {"__typename", "title", "text"} if _is_titled(value) else {"__typename"}
        known = {key: one for key, one in value.items() if one is not None and one is not False and key not in skipped}
        lists = {key: one for key, one in value.items() if isinstance(one, list)}
        numbers = {key: one for key, one in known.items() if type(one) is int and not _is_seat(key)}
        if not known:
            return BACK
        if len(known) > 1 and len(numbers) == len(known):  # amounts
            amounts = [Text(f"{one} {_words(key)}") for key, one in numbers.items() if one]
            return Text(", ").join(amounts) or NOTHING
        if len(value) == 2 and len(numbers) == 1:  # a pile: its size, and its cards if they are known
            (number,) = numbers.values()
            if lists:
                (cards,) = lists.values()
                if len(cards) == number:
                    return self._list(cards, "", said)
            elif len(known) == 1:
                return Text.assemble(BACK, (f" ×{number}", "dim")) if number else NOTHING  # noqa: RUF001
        new = {key: one for key, one in known.items() if one not in said} or known
        leaves = tuple(one for one in new.values() if isinstance(one, str))
        parts = []
        for key, one in new.items():
            text = self._text(one, key, leaves)
            if isinstance(one, list):
                text = Text.assemble("(", text, ")")
            elif isinstance(one, bool | int) and not _is_seat(key):
                text = Text.assemble(f"{_words(key)} ", text)
            parts.append(text)
        return Text(" ").join(parts)

    def _player(self, seat: int) -> Text:
        name = self._names[seat - 1] if 0 < seat <= len(self._names) else "–"  # noqa: RUF001
        return Text(f"{seat} {name}", style=_COLOURS[(seat - 1) % len(_COLOURS)])


def _is_leaf(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _is_tabular(value: Any) -> bool:
    """Whether a value is a list of objects that need more than a few words each."""
    if not isinstance(value, list) or not value or not all(isinstance(one, Mapping) for one in value):
        return False
    if all(map(_is_titled, value)):
        return False
    return any(not (inner is None or isinstance(inner, str)) for one in value for inner in one.values())


def _is_grid(values: Sequence[Any]) -> bool:
    """Whether all objects have a row and a column."""
    return all(isinstance(one.get(key), int) for one in values for key in ("row", "column"))


def _is_titled(value: Any) -> bool:
    """Whether a value is an object such as a card, with a `name` for moves and a `title` for people."""
    return isinstance(value, Mapping) and isinstance(value.get("name"), str) and "title" in value


def _is_seat(key: str) -> bool:
    return key in {"seat", "by"} or key.endswith("Seat")


def _words(key: str) -> str:
    """A field's name as words: `drawPile` is `draw pile`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key).lower()


def _word(text: str) -> str:
    """An enum value as a person writes it: `STOCK_UP` becomes `Stock up`; `IPA` stays."""
    if not _ENUM.fullmatch(text):
        return text
    return text if len(text) <= 3 else text.replace("_", " ").capitalize()
