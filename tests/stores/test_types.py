"""A change of a stored type is a new format. The test says what to do then.

Until the first release, a new format replaces the one before. What was released stays readable: see [released] in types.toml.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from taphouse.engine import GAMES
from taphouse.service.feed import stored as feed
from taphouse.service.games.encoding import codec
from taphouse.service.games.standing import stored as orders
from taphouse.service.operating import stored as operating
from taphouse.service.persons import stored as persons
from taphouse.service.reports import stored as reports
from taphouse.service.store import layout
from taphouse.service.store.upkeep import archive
from taphouse.service.talk import stored as talk
from taphouse.service.webhooks import stored
from tests.stores import exports, formats, rows


def described(type_: Any) -> Any:
    """A type as builtin values: all that decides how it is encoded, and no descriptions."""
    open_: set[type] = set()

    def describe(info: Any) -> Any:
        match info:
            case inspect.Metadata():
                return describe(info.type)
            case inspect.StructType(cls=cls):
                if cls in open_:
                    return cls.__name__
                open_.add(cls)
                fields = [[f.encode_name, _default(f), describe(f.type)] for f in info.fields]
                open_.discard(cls)
                return ["struct", info.array_like, info.tag_field, info.tag, *fields]
            case inspect.EnumType(cls=cls):
                return ["enum", *(one.value for one in cls)]
            case inspect.CustomType(cls=cls):
                return [cls.__name__]
            case msgspec.Struct():
                parts = (getattr(info, name) for name in info.__struct_fields__)
                return [
                    type(info).__name__,
                    *(describe(part) for part in parts if isinstance(part, msgspec.Struct | tuple)),
                ]
            case tuple():
                return [describe(part) for part in info]
        raise AssertionError(info)

    return describe(inspect.type_info(type_))


def _default(field: inspect.Field) -> str:
    return (
        "required"
        if field.required
        else repr(field.default if field.default is not msgspec.NODEFAULT else field.default_factory)
    )


def digest(*types: Any, also: tuple[int, ...] = ()) -> str:
    return hashlib.sha256(json.dumps([*(described(type_) for type_ in types), *also]).encode()).hexdigest()[:16]


NUMBERED = {
    "service": "service/games/encoding/codec.py",
    "webhooks": "service/webhooks/stored.py",
    "persons": "service/persons/stored.py",
    "talk": "service/talk/stored.py",
    "operators": "service/operating/stored.py",
    "reports": "service/reports/stored.py",
    "orders": "service/games/standing/stored.py",
    "feed": "service/feed/stored.py",
    "export": "service/store/upkeep/archive.py",
}
"""The file that has the `FORMAT`. Games have as many formats as `upgrades`, and one more."""
STORED = {
    f"service format {codec.FORMAT}": digest(codec.Setup, codec.Position, codec.Body, *codec.STORED_EVENTS),
    f"webhooks format {stored.FORMAT}": digest(stored.Notice, stored.Hook, stored.Delivery),
    f"persons format {persons.FORMAT}": digest(
        *(persons.Person, persons.Mark, persons.Owner, persons.Rated, persons.Result, persons.Sanction)
    ),
    f"talk format {talk.FORMAT}": digest(talk.Body),
    f"orders format {orders.FORMAT}": digest(tuple[orders.SeatOrders, ...], orders.Ended),
    f"operators format {operating.FORMAT}": digest(operating.Use),
    f"reports format {reports.FORMAT}": digest(reports.StoredReport),
    f"feed format {feed.FORMAT}": digest(feed.FeedBody),
    f"export format {archive.FORMAT}": digest(
        archive.Header | archive.Record | archive.End,
        also=(
            layout.FORMAT,
            codec.FORMAT,
            stored.FORMAT,
            persons.FORMAT,
            talk.FORMAT,
            operating.FORMAT,
            reports.FORMAT,
            orders.FORMAT,
        ),
    ),
    **{
        f"{kind} format {game.format}": digest(game.about.options, game.about.state, *game.about.moves)
        for kind, game in GAMES.own().items()
    },
}


def advice(name: str, found: str, today: dict[str, str], released: dict[str, str]) -> str:
    """The steps after a change of stored types.

    Args:
        name: Their name and number in the code, such as `service format 7`.
        found: Their digest.
        today: The rows of [today].
        released: The rows of [released].
    """
    what, _, number = name.rpartition(" format ")
    row = next((one for one in today if one.startswith(f"{what} format ")), None)
    if row is None:
        return f'There is a new game. Add to [today] in tests/stores/types.toml: "{name}" = "{found}"'
    steps = []
    if name == row:
        name = f"{what} format {int(number) + 1}"
        if what in NUMBERED:
            steps.append(f"set FORMAT to {int(number) + 1} in {NUMBERED[what]}")
        else:
            steps.append(f"append an Upgrade to the upgrades of {what}, which makes this format {int(number) + 1}")
    if row in released and what in NUMBERED:
        steps.append(f"have the code read format {row.rpartition(' ')[2]} too, which was released")
    steps.append(f'in tests/stores/types.toml, replace the row of "{row}" in [today] by: "{name}" = "{found}"')
    steps.append("run: python -m tests.stores")
    return "\n".join(
        [f"The stored types of {what} have changed.", *(f"{at}. {step}" for at, step in enumerate(steps, 1))]
    )


@pytest.mark.parametrize("name", STORED)
def test_a_stored_type_changes_only_with_a_new_format(name: str) -> None:
    today, released, found = rows("today"), rows("released"), STORED[name]
    assert today.get(name) == found, advice(name, found, today, released)
    assert released.get(name, found) == found


def test_there_is_one_row_a_type_and_one_file_a_format() -> None:
    today, kept = rows("today"), {*rows("today"), *rows("released")}
    assert today.keys() == STORED.keys()
    files = {
        *(f"service format {number}" for number in formats()),
        *(f"export format {path.stem.rpartition('-')[2]}" for path in exports()),
    }
    assert files == {name for name in kept if name.startswith(("service", "export"))}


def test_what_is_to_do_is_said_step_by_step() -> None:
    today = {"service format 7": "old", "pint-craft format 2": "old"}
    row = 'in tests/stores/types.toml, replace the row of "service format 7" in [today] by: "service format 8" = "new"'
    run = "run: python -m tests.stores"
    number = "set FORMAT to 8 in service/games/encoding/codec.py"
    kept = "have the code read format 7 too, which was released"

    def steps(name: str, released: dict[str, str]) -> list[str]:
        said, *found = advice(name, "new", today, released).splitlines()
        assert said == f"The stored types of {name.partition(' ')[0]} have changed."
        return [step.partition(". ")[2] for step in found]

    assert steps("service format 7", {}) == [number, row, run]
    assert steps("service format 8", {}) == [row, run]
    assert steps("service format 7", today) == [number, kept, row, run]
    assert steps("service format 8", today) == [kept, row, run]
    upgrade = "append an Upgrade to the upgrades of pint-craft, which makes this format 3"
    assert steps("pint-craft format 2", today)[0] == upgrade
    assert advice("cask-race format 1", "new", today, {}).endswith('"cask-race format 1" = "new"')


def test_a_change_is_noticed() -> None:
    def changed(**fields: Any) -> Any:
        return msgspec.defstruct("One", list(fields.items()), array_like=True)

    assert digest(changed(a=int, b=str)) == digest(changed(a=int, b=str))
    assert (
        len({digest(changed(**f)) for f in ({"a": int}, {"a": int, "b": int}, {"b": int, "a": int}, {"a": str})}) == 4
    )
