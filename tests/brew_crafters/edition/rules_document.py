"""The tables of rules.md about the edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

import pytest

from taphouse.engine.brew_crafters.about import ABOUT
from taphouse.engine.brew_crafters.cards import SEASONS
from taphouse.engine.brew_crafters.printed import Effect
from taphouse.engine.editions import Provenance
from tests.brew_crafters.build import SPOKEN

RULES_TEXT = files(ABOUT.package).joinpath("rules.md").read_text()
RULEBOOK, INFERRED = Provenance.RULEBOOK, Provenance.INFERRED
PUBLIC, RECONSTRUCTED = Provenance.PUBLIC_SOURCE, Provenance.RECONSTRUCTED
KIND = {"r": RULEBOOK, "p": PUBLIC, "x": RECONSTRUCTED}


def section(heading: str) -> str:
    """The text from a heading that begins so to the next one."""
    found = re.search(rf"^## {re.escape(heading)}.*?(?=^## |\Z)", RULES_TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"no section {heading}"
    return found[0]


def rows(heading: str) -> list[dict[str, str]]:
    """The table of a section, each row by the heads of its columns."""
    (block,) = re.findall(r"(?:^\|.*\n)+", section(heading), re.MULTILINE)
    head, _, *lines = [[cell.strip() for cell in line[1:].rstrip("\n|").split("|")] for line in block.splitlines()]
    return [dict(zip(head, [*line, *[""] * len(head)][: len(head)], strict=True)) for line in lines]


def rule(id_: str) -> str:
    """The text of a rule."""
    found = re.search(rf"^\| {id_} \| (.*) \| [^|]* \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1].replace("*", "")


def kind_of(id_: str) -> str:
    """The source of a rule, from its last column."""
    found = re.search(rf"^\| {id_} \| .* \| ([^|]*) \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1]


def slug(title: str) -> str:
    """The name in moves of the component with this title."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


def number(pattern: str, text: str) -> int:
    """The one number that stands there."""
    (found,) = re.findall(pattern, text)
    return int(found)


RECIPES, SPACES, TILES, TRACKS, WORKERS = map(
    rows, ("Recipes", "Market spaces", "Buildings and equipment", "Research tracks", "Skilled workers")
)


def beside(table: list[dict[str, str]], printed: tuple[Any, ...]) -> list[Any]:
    """Each row with what it is in the edition."""
    return [pytest.param(row, one, id=one.name) for row, one in zip(table, printed, strict=True)]


MARKED = re.compile(r"\(([rpx])(?:\)|;)|: ([rpx])\)")
_INGREDIENT = rf"(?:{'|'.join(SPOKEN)})"
STOCK = rf"\d+ {_INGREDIENT}(?:, \d+ {_INGREDIENT})*"


def stock(words: str) -> dict[str, int]:
    """Ingredients: `3 malt, 1 yeast`."""
    return {name: int(count) for count, name in re.findall(rf"(\d+) ({_INGREDIENT})", words)}


def amount(effect: str, **more: Any) -> Callable[[re.Match[str]], dict[str, Any]]:
    """An effect whose one number is its amount."""
    return lambda found: {"effect": effect, "amount": int(found[1]), **more}


def plain(effect: str, **more: Any) -> Callable[[re.Match[str]], dict[str, Any]]:
    """An effect without a number."""
    return lambda _: {"effect": effect, **more}


def counted(effect: str) -> Callable[[re.Match[str]], dict[str, Any]]:
    """Points for every so many of something, perhaps with a most."""

    def made(found: re.Match[str]) -> dict[str, Any]:
        per, most = found["per"], found["most"]
        shown = {"effect": effect, "amount": int(found["amount"]), "per": int(per.lstrip("$")) if per else 1}
        return shown | ({"most": int(most)} if most else {})

    return made


def at_start(effect: str) -> Callable[[re.Match[str]], dict[str, Any]]:
    """Gains at the start of seasons: `each season's start`, `each Spring's and Fall's start`."""

    def made(found: re.Match[str]) -> dict[str, Any]:
        named = [str(season) for season in SEASONS if season.name.capitalize() in found["when"]]
        given = stock(found["what"]) or {"amount": int(found["what"].split()[0])}
        return {"effect": effect, **given, "seasons": named or [str(season) for season in SEASONS]}

    return made


_POINTS = r"(?P<amount>\d+) points? (?:more )?per (?P<per>\$?\d+)? ?{}(?:, (?P<most>\d+) at most)?"
_WHEN = r" at each (?P<when>season|.*)'s start"

EFFECTS: list[tuple[str, Callable[[re.Match[str]], dict[str, Any]]]] = [
    (_INGREDIENT, plain("take-all")),
    ("money", plain("take-all")),
    ("starting player", plain("starting-player")),
    (STOCK, lambda found: {"effect": "take", **stock(found[0])}),
    (r"\$(\d+)", amount("money")),
    (r"(\d+) advanced of choice", amount("choose-advanced")),
    (r"(\d+) basic of choice", amount("choose-basic")),
    ("form one|form a partnership", plain("partnership")),
    ("hire a skilled worker", plain("worker")),
    ("hire a new shift", plain("shift")),
    (r"stores (\d+) more(?: ingredients)?", amount("store")),
    (r"the first batch brewed in each Process Beer needs (\d+) malt less", amount("first-less-malt")),
    (r"advanced recipes need (\d+) malt less", amount("advanced-less-malt")),
    (rf"(?P<what>\d+ {_INGREDIENT}){_WHEN}", at_start("take-at-start")),
    (rf"(?P<what>\d+ advanced of choice){_WHEN}", at_start("choose-at-start")),
    (r"a batch of a barrel recipe brewed from now on is worth (\d+) points? more", amount("barrel-points")),
    (
        r"when brewing an infuser recipe (\d+) hops more per infuser may be added: 1 point more for each",
        amount("infuse"),
    ),
    (r"one batch more; sold from there at the next Process Beer, for the same price \(BC-20\)", plain("brewpub")),
    (
        r"Spring's start: plant up to 1 .* from storage; Fall's start: harvest (?P<crop>.*)",
        lambda found: {"effect": "farm", **stock(found["crop"])},
    ),
    ("two tanks and two bottling places instead of one", plain("tanks", amount=1)),
    (r"\$(\d+) more in each Process Beer that sells|each Process Beer that sells brings \$(\d+) more", lambda found: {
        "effect": "money-when-selling", "amount": int(found[1] or found[2])}),
    (r"each advanced batch sold brings \$(\d+) more", amount("money-per-advanced")),
    (r"when you brew two or more batches in one action gain \$(\d+)", amount("money-for-second-batch")),
    (r"one extra market action each (\w+)", lambda found: {
        "effect": "market-action", "seasons": [found[1].lower()]}),
    (r"after Lab Research you may pay \$(\d+) for a second step", amount("second-step")),
    (r"operating costs are \$(\d+) less", amount("costs-less")),
    (
        rf"whenever you take (?P<what>{_INGREDIENT}) from a market space take (?P<more>\d+) more",
        lambda found: {"effect": "more-from-market", found["what"]: int(found["more"])},
    ),
    (
        r"once a season, the first time \(a ruling\) that you take ingredients from a market space, "
        r"(\d+) basic ingredients? of choice more",
        amount("choose-at-market"),
    ),
    (r"each install also gives (\d+) basic ingredients? of choice", amount("choose-on-install")),
    (
        r"(\d+) bonus points? more for each collaboration portion(?: \(not used with 2 players\))?",
        amount("collaboration-points"),
    ),
    (_POINTS.format("ingredients stored"), counted("points-per-ingredients")),
    (_POINTS.format("batches brewed"), counted("points-per-batches")),
    (_POINTS.format("different advanced recipes? brewed"), counted("points-per-advanced-brewed")),
    (_POINTS.format("different advanced recipes? sold"), counted("points-per-advanced-sold")),
    (_POINTS.format("gold label"), counted("points-per-label")),
    (_POINTS.format(""), counted("points-per-money")),
]  # fmt: skip
"""The meanings of the words of the tables; of several that fit, the first counts."""


def effect_of(words: str) -> dict[str, Any]:
    """The effect that these words stand for."""
    words = words.removeprefix("game end: ").strip()
    found = next(((found, make) for pattern, make in EFFECTS if (found := re.fullmatch(pattern, words))), None)
    assert found is not None, f"not known: {words!r}"
    return found[1](found[0])


def shown(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """The effects of the edition in the same form."""
    return [effect.figures for effect in effects]
