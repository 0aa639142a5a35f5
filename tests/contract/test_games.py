"""The names that games may use: a change that would break packages is found, and no game uses anything else."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from taphouse.engine.registry import NAMES
from taphouse.lab.contract import GAMES, games
from taphouse.lab.contract.change import ContractChange

ROOT = Path(__file__).parents[2]
PACKAGES = [
    *(ROOT / "examples" / "games").iterdir(),
    ROOT / "lab/new_game/template",
    *(ROOT / "engine" / name for name in ("dank_and_draft", "pint_craft", "brew_crafters")),
]
RELEASED = '''# Version 1.4

# taphouse.engine.cards

MOST = 5
Cards = tuple[int, ...]

def deal(cards: Cards, hands: int=2) -> Cards:
    """Deal cards."""
    ...

class Table(Struct, frozen=True):
    seat: int
    cards: Cards = ...

    def __init__(self, seat: int, *, name: str='') -> None:
        ...

    @abstractmethod
    def moves(self, state: Any) -> Iterator[Any]:
        ...
'''


def found(old: str, new: str, version: str = "1.5") -> list[ContractChange]:
    assert old in RELEASED
    return games.changes(RELEASED, RELEASED.replace("1.4", version).replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Deal cards."""', '"""Deal them."""'),
        ("hands: int=2)", "hands: int=2, order: int=1)"),
        ("    seat: int\n", "    seat: int = ...\n"),
        ("    seat: int\n", "    seat: int\n    last: int = ...\n"),
        ("*, name: str='')", "*, age: int=1, name: str='')"),
        ("    @abstractmethod\n", "    def turn(self) -> int:\n        ...\n\n    @abstractmethod\n"),
        ("    @abstractmethod\n", ""),
        ("MOST = 5\n", "MOST = 5\nLEAST = 2\n"),
    ],
)
def test_games_need_not_change_for_what_they_need_not_know(old: str, new: str) -> None:
    assert [change for change in found(old, new) if change.breaking] == []


@pytest.mark.parametrize(
    ("old", "new", "thing"),
    [
        ("MOST = 5\n", "", "MOST"),
        ("MOST = 5\n", "MOST = 6\n", "MOST"),
        ("tuple[int, ...]", "list[int]", "Cards"),
        ("hands: int=2)", "hands: int)", "deal"),
        ("hands: int=2)", "hands: int=2, *, order: int)", "deal"),
        ("cards: Cards, hands", "hand: Cards, hands", "deal"),
        ("hands: int=2) -> Cards", "hands: int=2) -> Cards | None", "deal"),
        ("(Struct, frozen=True)", "(Struct)", "Table"),
        ("    seat: int\n", "", "Table.seat"),
        ("    seat: int\n", "    seat: str\n", "Table.seat"),
        ("    seat: int\n", "    seat: int\n    last: int\n", "Table.last"),
        ("cards: Cards = ...", "cards: Cards", "Table.cards"),
        ("state: Any)", "state: Any, seat: int=1)", "Table.moves"),
        (
            "    @abstractmethod\n",
            "    @abstractmethod\n    def turn(self) -> int:\n        ...\n\n    @abstractmethod\n",
            "Table.turn",
        ),
    ],
)
def test_what_breaks_games_is_found_and_needs_another_version(old: str, new: str, thing: str) -> None:
    changed, version = found(old, new)[0], found(old, new)[-1]
    assert (changed.breaking, changed.thing) == (True, f"taphouse.engine.cards.{thing}")
    assert version.what == "taphouse.engine.registry.CONTRACT must be (2, 0) or later."
    assert found(old, new, "2.0")[-1].thing != version.thing


def test_a_member_that_a_class_inherits_is_not_gone() -> None:
    place = "class Place(Struct):\n    {}\n\nclass Hand(Place):\n    {}\n"
    size = "def size(self) -> int:\n        ..."
    old, new = (
        f"# Version 1.4\n\n# taphouse.engine.cards\n\n{place.format(*has)}" for has in (("...", size), (size, "..."))
    )
    assert [change.what for change in games.changes(old, new) if "Hand" in change.what] == []
    assert "taphouse.engine.cards.Place.size was removed." in [change.what for change in games.changes(new, old)]


def test_a_class_that_is_gone_is_told_once() -> None:
    table = RELEASED.partition("class Table")[2]
    assert [change.what for change in found("class Table" + table, "")][:1] == [
        "taphouse.engine.cards.Table was removed."
    ]
    assert len(found("class Table" + table, "", "2.0")) == 1


def test_what_was_added_needs_another_second_number() -> None:
    more = ("MOST = 5\n", "MOST = 5\nLEAST = 2\n")
    assert found(*more, "1.4")[-1].what == "taphouse.engine.registry.CONTRACT must be (1, 5) or later."
    assert [change.breaking for change in found(*more)] == [False]


def test_the_stored_contract_has_every_public_name() -> None:
    stored = (ROOT / "schema" / GAMES).read_text()
    assert games.changes(stored, stored) == []
    for module, names in NAMES.items():
        assert all(hasattr(import_module(f"taphouse.{module}"), name) for name in names.split())
    assert "class Rules(ABC):" in stored
    assert "    def new(self, options: Any, seats: int, chance: Chance) -> Any:" in stored


@pytest.mark.parametrize("package", PACKAGES, ids=lambda folder: folder.name)
def test_games_use_nothing_else_of_taphouse(package: Path) -> None:
    own = f"taphouse.engine.{package.name}"
    used = {
        (node.module, alias.name)
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "taphouse"
        for alias in node.names
        if not (node.module or "").startswith(own)
    }
    public = {(f"taphouse.{module}", name) for module, names in NAMES.items() for name in names.split()}
    public.add(("taphouse.engine", "GAMES"))
    assert len(used) > 10
    assert used - public == set(), "add them to taphouse.engine.registry, if games shall rely on them"
