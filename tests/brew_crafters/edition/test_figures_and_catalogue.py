"""The edition: that it is the one of rules.md, where its figures come from, how a bad one is refused, what data can add."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from taphouse.engine.brew_crafters.about import ABOUT, GAME
from taphouse.engine.brew_crafters.cards import SEASONS, SPOKEN, amounts
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.events import IngredientsTaken
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Install, Research
from taphouse.engine.brew_crafters.printed import Effect
from taphouse.engine.brew_crafters.rules import BrewCraftersRules
from taphouse.engine.brew_crafters.state import BrewCraftersState
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.editions import EditionError, Entry, Provenance, load, packaged
from taphouse.engine.notation import parse, write
from tests.brew_crafters.build import BOX, EDITION, RULES, TRACK, WORKER, at_market, at_work, has, into

SOURCE = files(ABOUT.package).joinpath("editions/reconstructed.toml").read_text()
RULES_TEXT = files(ABOUT.package).joinpath("rules.md").read_text()
RULEBOOK, INFERRED = Provenance.RULEBOOK, Provenance.INFERRED
PUBLIC, RECONSTRUCTED = Provenance.PUBLIC_SOURCE, Provenance.RECONSTRUCTED
KIND = {"r": RULEBOOK, "p": PUBLIC, "x": RECONSTRUCTED}

# --- what rules.md says -----------------------------------------------------------------------------------------------


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
    """Where a rule comes from, as its last column says."""
    found = re.search(rf"^\| {id_} \| .* \| ([^|]*) \|$", RULES_TEXT, re.MULTILINE)
    assert found, f"no rule {id_}"
    return found[1]


def slug(title: str) -> str:
    """What moves call what has this title."""
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


_KIND = re.compile(r"\(([rpx])(?:\)|;)|: ([rpx])\)")
_INGREDIENT = rf"(?:{'|'.join(SPOKEN)})"
_STOCK = rf"\d+ {_INGREDIENT}(?:, \d+ {_INGREDIENT})*"


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
    """What comes at the start of seasons: `each season's start`, `each Spring's and Fall's start`."""

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
    (_STOCK, lambda found: {"effect": "take", **stock(found[0])}),
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
"""What the words of the tables stand for; of several that fit the first."""


def effect_of(words: str) -> dict[str, Any]:
    """The effect that these words stand for."""
    words = words.removeprefix("game end: ").strip()
    found = next(((found, make) for pattern, make in EFFECTS if (found := re.fullmatch(pattern, words))), None)
    assert found is not None, f"not known: {words!r}"
    return found[1](found[0])


def shown(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """The effects of the edition in the same form."""
    return [effect.figures for effect in effects]


# --- the recipes ------------------------------------------------------------------------------------------------------


def test_the_tables_have_the_titles_of_the_edition_in_their_order_and_no_others() -> None:
    assert [row["recipe"].removesuffix(" *") for row in RECIPES] == [recipe.title for recipe in EDITION.recipes]
    assert [row["space"] for row in SPACES] == [space.title for space in EDITION.spaces]
    tiles = [row["tile"].removesuffix(" (second)").removesuffix(" (two)") for row in TILES]
    assert tiles == [tile.title for tile in EDITION.tiles]
    assert [row["track"] for row in TRACKS] == [track.title for track in EDITION.tracks]
    assert [row["worker"].removesuffix(" s") for row in WORKERS] == [worker.title for worker in EDITION.workers]


def test_what_moves_call_a_component_is_made_of_its_title() -> None:
    for part in (EDITION.recipes, EDITION.spaces, EDITION.partnerships, EDITION.tiles, EDITION.workers, EDITION.tracks):
        for one in part:
            assert one.name == {"tour-tasting-room": "tasting-room"}.get(slug(one.title), slug(one.title))


@pytest.mark.parametrize(("row", "recipe"), beside(RECIPES, EDITION.recipes))
def test_a_recipe_is_the_one_of_the_rules_document(row: dict[str, str], recipe: Any) -> None:
    style, _, basic = row["style"].partition(", ")
    assert (str(recipe.style), recipe.advanced) == (style, not basic)
    assert basic in ("", "basic")
    assert recipe.ingredients.stock == tuple(int(row[letter] or 0) for letter in "MHYFSC")
    assert recipe.points.value == int(row["points"])
    assert (recipe.symbols.barrel, recipe.symbols.infuser) == (row["barrel"] == "yes", row["hops infuser"] == "yes")
    assert {row["barrel"], row["hops infuser"]} <= {"", "yes"}
    assert recipe.first_game is row["recipe"].endswith(" *")
    kinds = row["kinds (ingredients · points · symbols)"].split(" · ")
    provenances = [recipe.ingredients.provenance, recipe.points.provenance, recipe.symbols.provenance]
    assert provenances == [KIND[kind] for kind in kinds]


# --- the market -------------------------------------------------------------------------------------------------------


def sides_of(row: dict[str, str]) -> list[tuple[list[dict[str, Any]], str]]:
    """What a space gives, each side with its effects and its kind."""
    found = []
    for side in row["gives"].split("— or —"):
        kind = _KIND.search(side)
        words = _KIND.sub("", side).strip()
        parts = words.split(", and ") if ", and " in words else [words]
        found.append(([effect_of(part) for part in parts], kind[1] if kind else "x"))
    return found


@pytest.mark.parametrize(("row", "space"), beside(SPACES, EDITION.spaces))
def test_a_space_is_the_one_of_the_rules_document(row: dict[str, str], space: Any) -> None:
    assert space.players == (2 if row["players"] == "all" else int(row["players"].rstrip("+")))
    sides = sides_of(row)
    assert [shown(side.effects) for side in space.sides] == [effects for effects, _ in sides]
    for side, (effects, kind) in zip(space.sides, sides, strict=True):
        for effect in side.effects:
            if str(effect.effect) == "take-all" and kind == "x":  # of what restocks by the rule book, it is BC-12
                assert effect.provenance in (RULEBOOK, RECONSTRUCTED)
            else:
                assert effect.provenance is KIND[kind], (space.name, side.name)
        figures = [n for effect in effects for n in effect.values() if isinstance(n, int)]
        assert sorted(map(int, re.findall(r"\d+", side.text))) == sorted(figures)
        assert re.findall(r"\d+", side.title) in ([], re.findall(r"\d+", side.text))
    assert space.provenance is RECONSTRUCTED
    restocks = re.fullmatch(r"(\$?)(\d+)(.*)", row["restocks"])
    assert (space.restocks is None) is (restocks is None)
    if restocks:
        (what,) = [name for name in (*SPOKEN, "money") if row["gives"].startswith(name)]
        assert (str(space.restocks.what), space.restocks.amount) == (what, int(restocks[2]))
        assert bool(restocks[1]) is (what == "money")
        if "that it restocks" in restocks[3]:
            assert space.restocks.provenance is RECONSTRUCTED
            assert "from a public source" in space.restocks.note
        else:
            kind = _KIND.search(restocks[3])
            assert space.restocks.provenance is KIND[kind[1] if kind else "x"]


def test_a_space_that_restocks_is_emptied_and_one_of_two_sides_is_named_for_what_it_gives() -> None:
    for space in EDITION.spaces:
        everything = [str(effect.effect) for side in space.sides for effect in side.effects]
        assert ("take-all" in everything) is (space.restocks is not None)
        assert len({side.name for side in space.sides}) == len(space.sides)


# --- partnerships, tiles, shifts, collaboration -----------------------------------------------------------------------


def test_the_partnerships_are_those_of_the_rules_document() -> None:
    said = section("Partnerships")
    found = re.findall(rf"([A-Z]\w+ [A-Z]\w+)(?: \((\d)\+\))?: \$(\d+) → ({_STOCK})\.", said)
    assert [(one.title, one.players, one.price.value, one.gives.amounts) for one in EDITION.partnerships] == [
        (title, int(players or 2), int(price), stock(gives)) for title, players, price, gives in found
    ]
    assert "names of the first two, and that two more are for 4+: r; the rest x" in said
    assert ["rule book" in one.note for one in EDITION.partnerships] == [False] * 2 + [True] * 2
    assert [one.provenance for one in EDITION.partnerships] == [RULEBOOK] * 2 + [RECONSTRUCTED] * 2
    for one in EDITION.partnerships:
        assert one.price.provenance is one.gives.provenance is RECONSTRUCTED
        assert re.findall(r"\d+", one.text) == [str(one.price.value), *map(str, one.gives.amounts.values())]


@pytest.mark.parametrize(("row", "tile"), beside(TILES, EDITION.tiles))
def test_a_tile_is_the_one_of_the_rules_document(row: dict[str, str], tile: Any) -> None:
    assert tile.count.value == (2 if row["tile"].endswith("(two)") else 1)
    assert tile.cost.value == number(r"^\$(\d+)(?: more)?$", row["winter cost"])
    assert shown(tile.effects) == [effect_of(row["benefit"])]
    assert shown(tile.on_install) == ([effect_of(row["on install"])] if row["on install"] else [])
    if tile.on_install:
        assert tile.text.endswith(f" On install {row['on install']}.")
    figures = re.findall(r"\d+", re.sub(r"\(BC-\d+\)", "", f"{row['benefit']} {row['on install']}"))
    text = tile.text.replace("for 1 point more", "1 point more").replace("for each different", "per different")
    assert re.findall(r"\d+", text) == figures


def test_the_kinds_of_the_tiles_are_those_that_the_section_names() -> None:
    said = " ".join(section("Buildings and equipment").partition("|")[0].split())
    rulebook, rest = said.split(" Inferred from the rule book: ")
    inferred, rest = rest.split(" p: ")
    public, ours = rest.split(" All else is x")
    assert all(
        words in rulebook for words in ("names", "Hops Infusers", "Tasting Room", "Brewpub's batch and its price")
    )
    assert all(words in inferred for words in ("how many of each", "one tank more"))
    assert all(words in public for words in ("planting", "infusers for ales"))
    assert "second storehouse's 12" in ours
    free = {tile.name for tile in EDITION.tiles if tile.cost.provenance is RULEBOOK}
    assert free == {"hops-infuser", "tasting-room"}
    assert all(tile.cost.value == 0 for tile in EDITION.tiles if tile.name in free)
    by_rulebook = {tile.name for tile in EDITION.tiles for effect in tile.effects if effect.provenance is RULEBOOK}
    assert by_rulebook == {"brewpub"}
    for tile in EDITION.tiles:
        assert (tile.provenance, tile.count.provenance) == (RULEBOOK, INFERRED)
        assert tile.count.note == f"the rule book has {5 * tile.count.value} of them for up to 5 players"
        if tile.name not in by_rulebook:
            tank = tile.name == "double-batch-system"
            assert {effect.provenance for effect in tile.effects} == {INFERRED if tank else RECONSTRUCTED}
        assert all(effect.provenance is RECONSTRUCTED for effect in tile.on_install)
    noted = {tile.name: effect.note for tile in EDITION.tiles for effect in tile.effects if effect.note}
    by_public = {"hops-infuser", "farm"}
    assert set(noted) == by_public | {"storehouse", "brewpub", "tasting-room", "double-batch-system"}
    assert all(("public source" if name in by_public else "rule book") in noted[name] for name in noted)
    assert "$2" in noted["brewpub"]


def test_the_shifts_and_buildings_of_the_start_cost_what_the_rules_document_says() -> None:
    (said,) = re.findall(r"^Shifts: .*$", RULES_TEXT, re.MULTILINE)
    figures = EDITION.figures
    first, second, third, building = map(int, re.findall(r"\$(\d+)", said))
    assert figures.shift_1_cost.value == first
    assert [figures.shift_2_cost.value, figures.shift_3_cost.value] == [second, third]
    starting = (figures.storehouse_cost, figures.research_lab_cost, figures.single_system_cost)
    assert [one.value for one in starting] == [building] * 3
    assert "(higher: r; figures x)" in said
    assert min(second, third) > first
    assert {one.provenance for one in (*starting, figures.shift_1_cost)} == {RULEBOOK}
    assert figures.shift_2_cost.provenance is figures.shift_3_cost.provenance is RECONSTRUCTED
    total = 3 * building + first
    assert f"They are ${total} at the start (3 + {first})" in rule("BC-27")


def test_the_collaboration_pays_what_the_rules_document_says() -> None:
    said = section("Collaboration pays")
    found = re.findall(r"(\d+) (\w+): (\d+) points?, \$(\d+) \((\w)\)", said)
    assert len(found) == 4
    for portion, (count, what, points, money, kind) in zip(EDITION.portions, found, strict=True):
        assert portion.name == what
        taken = {} if portion.ingredients is None else portion.ingredients.amounts
        assert (taken, portion.advanced) == (({}, int(count)) if what == "advanced" else ({what: int(count)}, 0))
        assert (portion.points.value, portion.money.value) == (int(points), int(money))
        assert {portion.points.provenance, portion.money.provenance} == {KIND[kind]}
        assert portion.title.startswith(f"{count} {what}")
        assert f"{count} {what}" in rule("BC-23")
        assert portion.provenance is RULEBOOK


# --- research and workers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "track"), beside(TRACKS, EDITION.tracks))
def test_a_track_is_the_one_of_the_rules_document(row: dict[str, str], track: Any) -> None:
    assert shown(track.steps) == [
        effect_of(row[column]) for column in ("experimental", "annual", "breakthrough", "game end")
    ]
    assert {track.provenance, *(step.provenance for step in track.steps)} == {RECONSTRUCTED}
    assert "rule book" in track.note, "the structure is"


@pytest.mark.parametrize(("row", "worker"), beside(WORKERS, EDITION.workers))
def test_a_worker_is_the_one_of_the_rules_document(row: dict[str, str], worker: Any) -> None:
    assert worker.first_game is row["worker"].endswith(" s")
    assert worker.cost.value == number(r"^\$(\d+)$", row["winter cost"])
    assert shown(worker.effects) == [effect_of(row["benefit"])]
    assert worker.min_players == (3 if "not used with 2 players" in row["benefit"] else 2)
    said = row["benefit"].partition(" (not used")[0]
    assert re.findall(r"\d+", worker.text) == re.findall(r"\d+", said)
    everything = (worker, worker.cost, *worker.effects)
    assert {one.provenance for one in everything} == {RECONSTRUCTED}
    by_rulebook = {"store": "stores more", "market-action": "market action"}.get(str(worker.effects[0].effect))
    assert (by_rulebook is not None) is bool(worker.effects[0].note)
    assert (by_rulebook or "") in worker.effects[0].note


# --- totals and figures -----------------------------------------------------------------------------------------------


def test_the_totals_are_those_of_the_tables() -> None:
    assert {name: figure.value for name, figure in EDITION.totals} == {
        "recipes": len(RECIPES),
        "spaces": len(SPACES),
        "partnerships": len(EDITION.partnerships),
        "tiles": sum(tile.count.value for tile in EDITION.tiles),
        "workers": len(WORKERS),
        "tracks": len(TRACKS),
        "portions": len(EDITION.portions),
    }
    assert number(r"the edition with (\d+) recipes", RULES_TEXT) == len(RECIPES)
    assert number(r"of the (\d+) skilled workers", rule("BC-05")) == len(WORKERS)
    assert number(r"one of (\d+) tracks", rule("BC-25").replace("on one", "one")) == len(TRACKS)
    assert EDITION.totals.spaces.provenance is RECONSTRUCTED
    assert EDITION.totals.tiles.provenance is INFERRED
    assert {one.provenance for name, one in EDITION.totals if name not in ("spaces", "tiles")} == {RULEBOOK}


def test_the_figures_are_those_of_the_rules_that_they_name() -> None:
    costs = {name: figure for name, figure in EDITION.figures if name.endswith("_cost")}
    figures = {
        "starting_money_first": number(r"has \$(\d+)", rule("BC-07")),
        "starting_money_others": number(r"the others have \$(\d+)", rule("BC-07")),
        "starting_malt": number(r"(\d+) malt", rule("BC-03")),
        "starting_hops": number(r"(\d+) hops", rule("BC-03")),
        "market_tokens": number(r"(\d+) market tokens", rule("BC-03")),
        "advanced_per_style": number(r"(\d+) advanced ones of each style", rule("BC-04")),
        "skilled_workers": number(r"(\d+) of the \d+ skilled", rule("BC-05")),
        "storage": number(r"Each storehouse stores (\d+) ingredients", rule("BC-14")),
        "shift_2_batches": number(r"needs (\d+) batches brewed to hire the 2nd", rule("BC-18")),
        "shift_3_batches": number(r"and (\d+) for the 3rd", rule("BC-18")),
        "sale_price": number(r"\(\$(\d+) each", rule("BC-20")),
        "gold_label_points": number(r"gold label: (\d+) points", rule("BC-22")),
        "loan": number(r"loans of \$(\d+) each", rule("BC-27")),
        "first_loan_points": number(r"loans -(\d+) for the first", rule("BC-29")),
        "further_loan_points": number(r"-(\d+) for each further", rule("BC-29")),
    }
    assert figures | {name: figure.value for name, figure in costs.items()} == {
        name: figure.value for name, figure in EDITION.figures
    }
    assert number(r"(\d+) for each gold label", rule("BC-29")) == figures["gold_label_points"]
    named = {
        "starting_money": "BC-07", "starting": "BC-03", "market": "BC-03", "advanced": "BC-04", "skilled": "BC-05",
        "storage": "BC-14", "sale": "BC-20", "gold": "BC-22", "loan": "BC-27", "first": "BC-29", "further": "BC-29",
    }  # fmt: skip
    for name, figure in EDITION.figures:
        wanted = "BC-27" if name in costs else "BC-18" if name.endswith("_batches") else None
        assert figure.rule == (wanted or next(id_ for key, id_ in named.items() if name.startswith(key)))
        assert kind_of(figure.rule).startswith("r"), name
        assert figure.provenance is (RECONSTRUCTED if name in ("shift_2_cost", "shift_3_cost") else RULEBOOK)


def test_every_figure_names_a_rule_that_exists() -> None:
    for entry in EDITION.listed():
        if entry.figures.get("rule"):
            assert rule(entry.figures["rule"])
    assert re.findall(r"^\| (BC-\d\d) ", RULES_TEXT, re.MULTILINE) == [f"BC-{n:02}" for n in range(1, 31)]


# --- the catalogue ----------------------------------------------------------------------------------------------------


def entries(part: object) -> Iterator[Entry]:
    """Every part of an edition that has a provenance."""
    if isinstance(part, Entry):
        yield part
    if isinstance(part, tuple):
        for one in part:
            yield from entries(one)
    elif hasattr(part, "model_fields_set"):
        for _, value in part:  # type: ignore[attr-defined]
            yield from entries(value)


def test_every_entry_is_listed_once_with_its_provenance_and_note() -> None:
    listed = list(EDITION.listed())
    names = [(entry.section, entry.name) for entry in listed]
    assert len(set(names)) == len(names)
    wanted = Counter((one.provenance, one.note) for one in entries(EDITION))
    assert Counter((entry.provenance, entry.note) for entry in listed) == wanted


def test_every_entry_of_the_file_is_listed_under_its_section() -> None:
    table = tomllib.loads(SOURCE)
    names = {(part, name) for part in ("totals", "figures") for name in table[part]}

    def numbered(part: str, name: str, effects: list[Any]) -> set[tuple[str, str]]:
        return {(part, f"{name}.{i}") for i in range(1, len(effects) + 1)}

    for row in table["recipes"]:
        names |= {(part, row["name"]) for part in ("recipes", "recipePoints", "recipeSymbols")}
    for row in table["spaces"]:
        names |= {("spaces", row["name"])} | ({("restocks", row["name"])} if "restocks" in row else set())
        for side in row["sides"]:
            names |= numbered("spaceSides", f"{row['name']}.{side['name']}", side["effects"])
    for row in table["partnerships"]:
        names |= {(part, row["name"]) for part in ("partnerships", "partnershipPrices", "partnershipGoods")}
    for row in table["tiles"]:
        names |= {(part, row["name"]) for part in ("tiles", "tileCosts", "tileCounts")}
        names |= numbered("onInstall", row["name"], row.get("on_install", []))
        names |= numbered("tileEffects", row["name"], row["effects"])
    for row in table["workers"]:
        names |= {(part, row["name"]) for part in ("workers", "workerCosts")}
        names |= numbered("workerEffects", row["name"], row["effects"])
    for row in table["tracks"]:
        kinds = ("experimental", "annual", "breakthrough", "game-end")
        names |= {("tracks", row["name"])} | {("steps", f"{row['name']}.{kind}") for kind in kinds}
    for row in table["portions"]:
        names |= {(part, row["name"]) for part in ("portions", "portionPoints", "portionMoney")}
    assert names == {(entry.section, entry.name) for entry in EDITION.listed()}


def test_every_entry_shows_its_figures() -> None:
    found = {(entry.section, entry.name): entry.figures for entry in EDITION.listed()}
    for part in ("totals", "figures"):
        for name, figure in getattr(EDITION, part):
            assert found[part, name] == {"value": figure.value, "rule": figure.rule}
    for recipe in EDITION.recipes:
        about = found["recipes", recipe.name]
        assert {name: about.get(name, 0) for name in SPOKEN} == dict(zip(SPOKEN, recipe.ingredients.stock, strict=True))
        assert (about["title"], about["style"]) == (recipe.title, str(recipe.style))
        assert (about["advanced"], about["firstGame"]) == (recipe.advanced, recipe.first_game)
        assert found["recipePoints", recipe.name]["value"] == recipe.points.value
        symbols = {"barrel": recipe.symbols.barrel, "infuser": recipe.symbols.infuser}
        assert found["recipeSymbols", recipe.name] == symbols
    for space in EDITION.spaces:
        assert found["spaces", space.name] == {"title": space.title, "players": space.players}
        for side in space.sides:
            for i, effect in enumerate(side.effects, 1):
                about = {"title": side.title, "text": side.text, **effect.figures}
                assert found["spaceSides", f"{space.name}.{side.name}.{i}"] == about
    for tile in EDITION.tiles:
        assert found["tiles", tile.name] == {"title": tile.title, "text": tile.text}
        assert found["tileCosts", tile.name]["value"] == tile.cost.value
        assert found["tileCounts", tile.name]["value"] == tile.count.value
    for track in EDITION.tracks:
        kinds = ("experimental", "annual", "breakthrough", "game-end")
        assert [found["steps", f"{track.name}.{kind}"] for kind in kinds] == shown(track.steps)
    for portion in EDITION.portions:
        assert found["portionPoints", portion.name]["value"] == portion.points.value
        assert found["portionMoney", portion.name]["value"] == portion.money.value


def test_what_is_marked_x_is_never_called_the_rule_books() -> None:
    """By section: which provenances the document's kinds allow there."""
    allowed = {
        "totals": {RULEBOOK, INFERRED, RECONSTRUCTED},
        "figures": {RULEBOOK, RECONSTRUCTED},
        "recipes": {RULEBOOK, PUBLIC, RECONSTRUCTED},
        "recipePoints": {PUBLIC, RECONSTRUCTED},
        "recipeSymbols": {PUBLIC},
        "spaces": {RECONSTRUCTED},
        "restocks": {RULEBOOK, PUBLIC, RECONSTRUCTED},
        "spaceSides": {RULEBOOK, RECONSTRUCTED},
        "partnerships": {RULEBOOK, RECONSTRUCTED},
        "partnershipPrices": {RECONSTRUCTED},
        "partnershipGoods": {RECONSTRUCTED},
        "tiles": {RULEBOOK},
        "tileCosts": {RULEBOOK, RECONSTRUCTED},
        "tileCounts": {INFERRED},
        "onInstall": {RECONSTRUCTED},
        "tileEffects": {RULEBOOK, INFERRED, RECONSTRUCTED},
        "workers": {RECONSTRUCTED},
        "workerCosts": {RECONSTRUCTED},
        "workerEffects": {RECONSTRUCTED},
        "tracks": {RECONSTRUCTED},
        "steps": {RECONSTRUCTED},
        "portions": {RULEBOOK},
        "portionPoints": {RULEBOOK, RECONSTRUCTED},
        "portionMoney": {RULEBOOK, RECONSTRUCTED},
    }
    found: dict[str, set[Provenance]] = {}
    for entry in EDITION.listed():
        found.setdefault(entry.section, set()).add(entry.provenance)
    assert found == allowed
    marked = {row["space"] for row in SPACES if re.search(r"^\$?\d+ \(r\)", row["restocks"])}
    restocks = {space.title for space in EDITION.spaces if space.restocks and space.restocks.provenance is RULEBOOK}
    assert restocks == marked


def test_the_packaged_edition_is_valid_and_the_only_one() -> None:
    assert [edition.name for edition in packaged(BrewCraftersEdition, ABOUT.package)] == ["reconstructed"]
    assert EDITION.game == ABOUT.kind
    assert EDITION.source == SOURCE.encode()
    assert re.fullmatch(r"[0-9a-f]{64}", EDITION.digest)
    said = re.findall(r"\d+ [a-z ]+?(?=,| and|\.)", EDITION.text)
    assert [one.split(maxsplit=1)[0] for one in said[:4]] == [
        str(figure.value)
        for figure in (EDITION.totals.recipes, EDITION.totals.spaces, EDITION.totals.workers, EDITION.totals.tiles)
    ]


# --- bad editions -----------------------------------------------------------------------------------------------------


def changed(old: str, new: str) -> bytes:
    """The packaged edition with the first place of a text replaced."""
    assert old in SOURCE
    return SOURCE.replace(old, new, 1).encode()


def toml(value: object) -> str:
    """A value as TOML has it, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


TABLE = tomllib.loads(SOURCE)


def remade(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The packaged edition with a change to its table."""
    table = deepcopy(TABLE)
    change(table)
    return "\n".join(f"{key} = {toml(value)}" for key, value in table.items()).encode()


_PLACE = {
    (part, row["name"]): i for part, rows_ in TABLE.items() if isinstance(rows_, list) for i, row in enumerate(rows_)
}


def with_(part: str, name: str, /, **fields: Any) -> bytes:
    """The packaged edition with fields of a component changed, or left out where they are None."""

    def change(table: dict[str, Any]) -> None:
        row = table[part][_PLACE[part, name]]
        row |= fields
        for key in [key for key, value in row.items() if value is None]:
            del row[key]

    return remade(change)


def set_(part: str, name: str, value: object) -> bytes:
    """The packaged edition with another total or figure."""
    return remade(lambda table: table[part][name].update(value=value))


def at(part: str, name: str, *fields: str) -> str:
    """How an error names a field of a component."""
    return ".".join((part, name, *fields))


def figure(value: Any) -> dict[str, Any]:
    """A figure of one's own."""
    return {"value": value, "provenance": "inferred"}


def effect(name: str, **parameters: Any) -> dict[str, Any]:
    """An effect of one's own."""
    return {"effect": name, **parameters, "provenance": "inferred"}


def side(*effects: dict[str, Any], name: str = "mine") -> dict[str, Any]:
    """A side of a space of one's own."""
    return {"name": name, "title": "Mine", "text": "Mine.", "effects": [*effects]}


def worker_like(**fields: Any) -> dict[str, Any]:
    """A worker of one's own."""
    about = {"name": "cooper", "title": "Cooper", "text": "Mine.", "cost": figure(1), "provenance": "inferred"}
    return about | {"effects": [effect("store", amount=3)]} | fields


def recipes_but(**changes: Any) -> bytes:
    """The packaged edition with fields of recipes changed, by their names with underscores."""

    def change(table: dict[str, Any]) -> None:
        for name, fields in changes.items():
            table["recipes"][_PLACE["recipes", name.replace("_", "-")]] |= fields

    return remade(change)


def refused(source: bytes) -> EditionError:
    """How an edition is refused."""
    with pytest.raises(EditionError) as caught:
        load(BrewCraftersEdition, source, "mine.toml")
    error = caught.value
    assert error.file == "mine.toml"
    assert str(error) == f"mine.toml: {error.entry}: {error.reason}"
    return error


LEAST = {"loan": 1, "market_tokens": 1, "skilled_workers": 1, "advanced_per_style": 1, "storage": 1}
MOST = {"market_tokens": 5, "advanced_per_style": 5, "skilled_workers": 30}
PER_STYLE, IN_GAME = EDITION.figures.advanced_per_style.value, EDITION.figures.skilled_workers.value
ALES = [recipe.name for recipe in EDITION.recipes if str(recipe.style) == "ale" and recipe.advanced]
FIRST_GAME = next(worker.name for worker in EDITION.workers if worker.first_game)
SPARED = next(worker.name for worker in EDITION.workers if not worker.first_game)
ONE_MALT, ONE_GIVEN = {"malt": 1}, {"malt": 1, "provenance": "inferred"}
SPRING = ["spring"]
AT_START = EDITION.figures.starting_malt.value + EDITION.figures.starting_hops.value
MOST_EFFECTS, MOST_CHOSEN = 6, 9
PARTS = ("recipes", "spaces", "partnerships", "workers", "tracks")
(FARM,) = (effect for effect in TABLE["tiles"][_PLACE["tiles", "farm"]]["effects"])

BAD: dict[str, tuple[bytes, str, str]] = {
    # the file
    "not TOML": (b"game = ", "the file", "not TOML"),
    "empty": (b"", "game", "Field required"),
    "another game": (changed('"brew-crafters"', '"pint-craft"'), "game", "brew-crafters"),
    "an unknown key": (changed('title = "', 'colour = "red"\ntitle = "'), "colour", "not permitted"),
    "no figures": (changed("[figures]", "[numbers]"), "numbers", "not permitted"),
    # totals and figures
    **{
        f"a wrong total of {name}": (
            set_("totals", name, one.value + 1),
            "the file",
            f"totals.{name} says {one.value + 1}, the edition has {one.value}",
        )
        for name, one in EDITION.totals
    },
    **{
        f"one of the {part} left out": (
            remade(lambda table, part=part: table[part].pop()),
            "the file",
            f"totals.{part} says {getattr(EDITION.totals, part).value}, "
            f"the edition has {getattr(EDITION.totals, part).value - 1}",
        )
        for part in PARTS
    },
    "a tile more": (
        with_("tiles", "farm", count=figure(2)),
        "the file",
        f"totals.tiles says {EDITION.totals.tiles.value}, the edition has {EDITION.totals.tiles.value + 1}",
    ),
    **{
        f"{name} of {value}": (
            set_("figures", name, value),
            "the file",
            f"figures.{name} is {value}; {LEAST.get(name, 0)} to {MOST.get(name, 99)} are possible",
        )
        for name, _ in EDITION.figures
        for value in (LEAST.get(name, 0) - 1, MOST.get(name, 99) + 1)
    },
    "a missing figure": (
        remade(lambda table: table["figures"].pop("loan")),
        "figures.loan",
        "Field required",
    ),
    "an unknown figure": (
        remade(lambda table: table["figures"].update(luck=figure(1))),
        "figures.luck",
        "not permitted",
    ),
    "storage for less than there is at the start": (
        set_("figures", "storage", AT_START - 1),
        "the file",
        f"figures.storage is {AT_START - 1}; {AT_START} ingredients are there at the start",
    ),
    "more malt at the start than fits": (
        set_("figures", "starting_malt", EDITION.figures.storage.value),
        "the file",
        f"figures.storage is {EDITION.figures.storage.value}; "
        f"{EDITION.figures.storage.value + EDITION.figures.starting_hops.value} ingredients are there at the start",
    ),
    "a figure that is no number": (set_("figures", "loan", "two"), "figures.loan.value", "integer"),
    "a figure without provenance": (
        remade(lambda table: table["figures"].update(loan={"value": 2})),
        "figures.loan.provenance",
        "Field required",
    ),
    "a wrong provenance": (
        remade(lambda table: table["figures"]["loan"].update(provenance="hearsay")),
        "figures.loan.provenance",
        "Input should be",
    ),
    # names
    **{
        f"a name of the {part} twice": (
            remade(lambda table, part=part: table[part][1].update(name=table[part][0]["name"])),
            "the file",
            f"the name {TABLE[part][0]['name']!r} stands for two things",
        )
        for part in (*PARTS, "tiles", "portions")
    },
    "a worker with the name of a recipe": (
        with_("workers", SPARED, name="ale"),
        "the file",
        "the name 'ale' stands for two things",
    ),
    "a portion with the name of a space": (
        with_("portions", "hops", name="maltster"),
        "the file",
        "the name 'maltster' stands for two things",
    ),
    "a name that is no slug": (
        with_("workers", SPARED, name="The Cooper"),
        at("workers", "The Cooper", "name"),
        "match pattern",
    ),
    "no title": (with_("tiles", "farm", title=""), at("tiles", "farm", "title"), "at least 1 character"),
    "too long a text": (with_("tiles", "farm", text="f" * 201), at("tiles", "farm", "text"), "at most 200"),
    # recipes
    "no basic recipe of a style": (
        recipes_but(porter={"advanced": True}),
        "the file",
        "recipes: there must be exactly one basic porter",
    ),
    "two basic recipes of a style": (
        recipes_but(honey_porter={"advanced": False}),
        "the file",
        "recipes: there must be exactly one basic porter",
    ),
    "too few advanced recipes of a style": (
        recipes_but(**{name.replace("-", "_"): {"style": "stout"} for name in ALES[1:]}),
        "the file",
        f"recipes: there are fewer than {PER_STYLE} advanced recipes of the style ale",
    ),
    "too few for the first game": (
        recipes_but(lambic={"first_game": False}),
        "the file",
        f"recipes: the first game needs {PER_STYLE} advanced recipes of the style ale",
    ),
    "too many for the first game": (
        recipes_but(espresso_stout={"first_game": True}),
        "the file",
        f"recipes: the first game needs {PER_STYLE} advanced recipes of the style stout",
    ),
    "a basic recipe of the first game": (
        recipes_but(ale={"first_game": True}),
        "the file",
        "recipes: ale is basic and in every game, not only in the first",
    ),
    **{
        f"a recipe worth {points}": (
            with_("recipes", "lambic", points=figure(points)),
            "the file",
            f"recipes: lambic is worth {points}; 0 to 99 are possible",
        )
        for points in (-1, 100)
    },
    "a recipe of nothing": (
        with_("recipes", "lambic", ingredients={"malt": 0, "provenance": "inferred"}),
        "the file",
        "recipes: lambic takes nothing",
    ),
    "a recipe of something else": (
        with_("recipes", "lambic", ingredients={"salt": 1, "provenance": "inferred"}),
        at("recipes", "lambic", "ingredients.salt"),
        "not permitted",
    ),
    "a recipe of less than nothing": (
        with_("recipes", "lambic", ingredients={"malt": -1, "provenance": "inferred"}),
        at("recipes", "lambic", "ingredients.malt"),
        "greater than or equal to 0",
    ),
    "an unknown style": (with_("recipes", "lambic", style="sour"), at("recipes", "lambic", "style"), "Input should be"),
    # the market
    "no space for two players": (
        remade(lambda table: [space.update(players=3) for space in table["spaces"]]),
        "the file",
        "spaces: two players would have no space",
    ),
    "two sides of the same name": (
        with_("spaces", "rail-freight", sides=[side(effect("money", amount=1)), side(effect("shift"))]),
        "the file",
        "spaces: rail-freight has two sides of the same name",
    ),
    **{
        f"{name} twice on a side": (
            with_(
                "spaces",
                "maltster" if name == "take-all" else "rail-freight",
                sides=[side(effect("money", amount=1), effect(name), effect("take", ingredients=ONE_MALT), effect(name))],
            ),
            "the file",
            f"spaces: {'maltster' if name == 'take-all' else 'rail-freight'}: "
            "a side gives something twice that it can give once",
        )
        for name in ("take-all", "starting-player", "partnership", "worker", "shift")
    },
    **{
        f"{name} for {MOST_CHOSEN + 1} at the market": (
            with_("spaces", "rail-freight", sides=[side(effect(name, amount=MOST_CHOSEN + 1))]),
            at("spaces", "rail-freight", "sides.mine.effects.1"),
            f"the effect {name} gives at most {MOST_CHOSEN} choices",
        )
        for name in ("choose-basic", "choose-advanced")
    },
    **{
        f"{name} for {MOST_CHOSEN + 1} by a worker": (
            with_("workers", SPARED, effects=[effect(name, amount=MOST_CHOSEN + 1, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} gives at most {MOST_CHOSEN} choices",
        )
        for name, given in [("choose-at-start", {"seasons": SPRING}), ("choose-at-market", {}), ("choose-on-install", {})]
    },
    **{
        f"{MOST_CHOSEN + 1} choices in the {step} step": (
            with_("tracks", "flavour", **{step: effect("choose-advanced", amount=MOST_CHOSEN + 1)}),
            at("tracks", "flavour", step),
            f"the effect choose-advanced gives at most {MOST_CHOSEN} choices",
        )
        for step in ("experimental", "annual")
    },
    "a side with seven effects": (
        with_("spaces", "rail-freight", sides=[side(*[effect("money", amount=1)] * (MOST_EFFECTS + 1))]),
        at("spaces", "rail-freight", "sides.mine.effects"),
        f"at most {MOST_EFFECTS} items",
    ),
    **{
        f"seven {field} of {name}": (
            with_(part, name, **{field: [effect(kind, amount=1)] * (MOST_EFFECTS + 1)}),
            at(part, name, field),
            f"at most {MOST_EFFECTS} items",
        )
        for part, name, field, kind in [
            ("tiles", "yeast-lab", "effects", "store"),
            ("tiles", "yeast-lab", "on_install", "money"),
            ("workers", SPARED, "effects", "store"),
        ]
    },
    "a lasting effect at the market": (
        with_("spaces", "rail-freight", sides=[side(effect("store", amount=1))]),
        "the file",
        "spaces: rail-freight: the effect store is not possible there",
    ),
    "points at the market": (
        with_("spaces", "rail-freight", sides=[side(effect("points-per-money", amount=1, per=1))]),
        "the file",
        "spaces: rail-freight: the effect points-per-money is not possible there",
    ),
    "a space that restocks what nobody can take": (
        with_("spaces", "rail-freight", restocks={"what": "malt", "amount": 1, "provenance": "inferred"}),
        "the file",
        "spaces: rail-freight: what a space restocks can be taken, and nothing else",
    ),
    "a space to be emptied that does not restock": (
        with_("spaces", "maltster", restocks=None),
        "the file",
        "spaces: maltster: what a space restocks can be taken, and nothing else",
    ),
    "a restock of nothing": (
        with_("spaces", "maltster", restocks={"what": "malt", "amount": 0, "provenance": "inferred"}),
        at("spaces", "maltster", "restocks.amount"),
        "greater than or equal to 1",
    ),
    "a restock of something else": (
        with_("spaces", "maltster", restocks={"what": "beer", "amount": 1, "provenance": "inferred"}),
        at("spaces", "maltster", "restocks.what"),
        "Input should be",
    ),
    "a space without sides": (
        with_("spaces", "rail-freight", sides=[]),
        at("spaces", "rail-freight", "sides"),
        "at least 1 item",
    ),
    "a side without effects": (
        with_("spaces", "rail-freight", sides=[side()]),
        at("spaces", "rail-freight", "sides.mine.effects"),
        "at least 1 item",
    ),
    "a space for six": (
        with_("spaces", "rail-freight", players=6),
        at("spaces", "rail-freight", "players"),
        "less than or equal to 5",
    ),
    **{
        f"a partnership that {what}": (
            with_("partnerships", "coffee-roaster", **fields),
            "the file",
            "partnerships: coffee-roaster asks less than $1, or gives nothing",
        )
        for what, fields in {
            "asks nothing": {"price": figure(0)},
            "asks too much": {"price": figure(100)},
            "gives nothing": {"gives": {"provenance": "inferred"}},
        }.items()
    },
    # tiles and workers
    **{
        f"{name} that costs {cost}": (
            with_(part, name, cost=figure(cost)),
            "the file",
            f"{name} costs {cost}; 0 to 99 are possible",
        )
        for part, name in (("tiles", "farm"), ("workers", SPARED))
        for cost in (-1, 100)
    },
    "a tile that does something at once": (
        with_("tiles", "yeast-lab", effects=[effect("take", ingredients=ONE_MALT)]),
        "the file",
        "yeast-lab: the effect take is not possible there",
    ),
    "a worker who does what a market space does": (
        with_("workers", SPARED, effects=[effect("shift")]),
        "the file",
        f"{SPARED}: the effect shift is not possible there",
    ),
    "a tile without effects": (
        with_("tiles", "yeast-lab", effects=[]),
        at("tiles", "yeast-lab", "effects"),
        "at least 1 item",
    ),
    "no copy of a tile": (
        remade(
            lambda table: (
                table["tiles"][_PLACE["tiles", "yeast-lab"]].update(count=figure(0)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value - 1),
            )
        ),
        "the file",
        "tiles: there are 0 of yeast-lab; 1 to 9 are possible",
    ),
    "ten copies of a tile": (
        remade(
            lambda table: (
                table["tiles"][_PLACE["tiles", "yeast-lab"]].update(count=figure(10)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value + 9),
            )
        ),
        "the file",
        "tiles: there are 10 of yeast-lab; 1 to 9 are possible",
    ),
    "a lasting effect on install": (
        with_("tiles", "yeast-lab", on_install=[effect("store", amount=1)]),
        "the file",
        "tiles: yeast-lab: the effect store is not possible there",
    ),
    "a worker hired on install": (
        with_("tiles", "yeast-lab", on_install=[effect("worker")]),
        "the file",
        "tiles: yeast-lab: the effect worker is not possible there",
    ),
    "a second Brewpub": (
        remade(
            lambda table: (
                table["tiles"][_PLACE["tiles", "brewpub"]].update(count=figure(2)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value + 1),
            )
        ),
        "the file",
        "a player could have the effect brewpub twice",
    ),
    "a worker with a Farm": (
        with_("workers", SPARED, effects=[FARM]),
        "the file",
        "a player could have the effect farm twice",
    ),
    "a second step twice": (
        with_("workers", SPARED, effects=[effect("second-step", amount=1)]),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a second step of a tile": (
        with_("tiles", "yeast-lab", effects=[effect("second-step", amount=3)]),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a second step by research": (
        with_("tracks", "business", breakthrough=effect("second-step", amount=2)),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a Brewpub by research": (
        with_("tracks", "business", breakthrough=effect("brewpub")),
        "the file",
        "a player could have the effect brewpub twice",
    ),
    "too few workers for the first game": (
        with_("workers", FIRST_GAME, first_game=False),
        "the file",
        f"workers: the first game needs {IN_GAME}",
    ),
    "too many workers for the first game": (
        with_("workers", SPARED, first_game=True),
        "the file",
        f"workers: the first game needs {IN_GAME}",
    ),
    "a worker of the first game who is not for two": (
        with_("workers", FIRST_GAME, min_players=4),
        "the file",
        f"workers: there are too few for 2 players; {IN_GAME} are needed",
    ),
    "a worker for six": (
        with_("workers", SPARED, min_players=6),
        at("workers", SPARED, "min_players"),
        "less than or equal to 5",
    ),
    # research
    **{
        f"a bad {step} step": (
            with_("tracks", "business", **{step: bad}),
            "the file",
            f"tracks: business: the effect {bad['effect']} is not possible there",
        )
        for step, bad in {
            "experimental": effect("store", amount=1),
            "annual": effect("points-per-money", amount=1, per=2),
            "breakthrough": effect("points-per-money", amount=1, per=2),
            "game_end": effect("store", amount=1),
        }.items()
    },
    "a breakthrough at once": (
        with_("tracks", "business", breakthrough=effect("money", amount=1)),
        "the file",
        "tracks: business: the effect money is not possible there",
    ),
    "a track without a step": (
        with_("tracks", "business", annual=None),
        at("tracks", "business", "annual"),
        "Field required",
    ),
    # collaboration
    "a portion of nothing": (
        with_("portions", "hops", ingredients={}),
        "the file",
        "portions: hops takes ingredients, or a number of advanced ones of a kind",
    ),
    "a portion of both": (
        with_("portions", "hops", advanced=1),
        "the file",
        "portions: hops takes ingredients, or a number of advanced ones of a kind",
    ),
    **{
        f"a portion that pays {what} of {value}": (
            with_("portions", "hops", **{what: figure(value)}),
            "the file",
            "portions: hops pays less than nothing, or more than 99",
        )
        for what in ("points", "money")
        for value in (-1, 100)
    },
    "one portion alone": (remade(lambda table: table.update(portions=table["portions"][:1])), "portions", "at least 2"),
    # effects and their parameters
    **{
        f"{name} without {missing}": (
            with_("workers", SPARED, effects=[effect(name, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} needs {missing}",
        )
        for name, given, missing in [
            ("store", {}, "amount"),
            ("second-step", {}, "amount"),
            ("take-at-start", {"seasons": SPRING}, "ingredients"),
            ("take-at-start", {"ingredients": ONE_MALT}, "seasons"),
            ("choose-at-start", {"seasons": SPRING}, "amount"),
            ("choose-at-start", {"amount": 1}, "seasons"),
            ("market-action", {}, "seasons"),
            ("more-from-market", {}, "ingredients"),
            ("points-per-label", {"amount": 1}, "per"),
            ("points-per-label", {"per": 1}, "amount"),
        ]
    },
    **{
        f"{name} with {extra}": (
            with_("workers", SPARED, effects=[effect(name, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} takes no {extra}",
        )
        for name, given, extra in [
            ("market-action", {"seasons": SPRING, "amount": 1}, "amount"),
            ("store", {"amount": 1, "per": 2}, "per"),
            ("store", {"amount": 1, "most": 2}, "most"),
            ("store", {"amount": 1, "ingredients": ONE_MALT}, "ingredients"),
            ("costs-less", {"amount": 1, "seasons": SPRING}, "seasons"),
            ("points-per-label", {"amount": 1, "per": 1, "ingredients": ONE_MALT}, "ingredients"),
        ]
    },
    "no ingredients where some are named": (
        with_("workers", SPARED, effects=[effect("more-from-market", ingredients={"malt": 0})]),
        at("workers", SPARED, "effects.1"),
        "the effect more-from-market names no ingredients",
    ),
    "no season where some are named": (
        with_("workers", SPARED, effects=[effect("market-action", seasons=[])]),
        at("workers", SPARED, "effects.1.seasons"),
        "at least 1 item",
    ),
    "an unknown season": (
        with_("workers", SPARED, effects=[effect("market-action", seasons=["autumn"])]),
        at("workers", SPARED, "effects.1.seasons.1"),
        "Input should be",
    ),
    "an unknown effect": (
        with_("workers", SPARED, effects=[effect("dance", amount=1)]),
        at("workers", SPARED, "effects.1.effect"),
        "Input should be",
    ),
    "the second effect is bad": (
        with_("workers", SPARED, effects=[effect("store", amount=1), effect("store")]),
        at("workers", SPARED, "effects.2"),
        "the effect store needs amount",
    ),
    "an effect without provenance": (
        with_("workers", SPARED, effects=[{"effect": "store", "amount": 1}]),
        at("workers", SPARED, "effects.1.provenance"),
        "Field required",
    ),
    **{
        f"a {parameter} of {value}": (
            with_("workers", SPARED, effects=[effect("points-per-batches", **{"amount": 1, "per": 1, parameter: value})]),
            at("workers", SPARED, f"effects.1.{parameter}"),
            reason,
        )
        for parameter in ("amount", "per", "most")
        for value, reason in ((0, "greater than or equal to 1"), (100, "less than or equal to 99"), (True, "integer"))
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_edition_is_refused_with_file_entry_and_reason(kind: str) -> None:
    source, entry, reason = BAD[kind]
    error = refused(source)
    assert error.entry == entry
    assert reason in error.reason
    if entry == "the file" and "TOML" not in reason:
        assert error.reason == reason


def test_too_few_workers_for_some_number_of_players_are_refused() -> None:
    """Those of the first game must be for two, so this is met by leaving out others."""

    def change(table: dict[str, Any]) -> None:
        for worker in table["workers"]:
            worker["first_game"] = False
        for worker in table["workers"][: IN_GAME - 1]:
            worker["first_game"] = True
        table["workers"][IN_GAME:] = []
        table["workers"][IN_GAME - 1] |= {"first_game": True, "min_players": 5}
        table["totals"]["workers"]["value"] = IN_GAME

    assert refused(remade(change)).reason == f"workers: there are too few for 2 players; {IN_GAME} are needed"


def test_every_reason_of_the_editions_validation_is_met() -> None:
    """By the texts of the `ValueError`s in edition.py and printed.py, as far as they are fixed."""
    source = "".join(files(ABOUT.package).joinpath(name).read_text() for name in ("edition.py", "printed.py"))
    written = re.findall(r'raise ValueError\(\s*f?"(.*?)"\s*\)', source)
    assert len(written) == source.count("raise ValueError(")
    assert len(written) > 20
    fixed = [
        "".join(".*?" if i % 2 else re.escape(part) for i, part in enumerate(re.split(r"({.*?})", one)))
        for one in written
    ]
    met = [reason for _, _, reason in BAD.values()]
    assert [one for one in fixed if not any(re.fullmatch(one, reason) for reason in met)] == []


def test_a_change_of_nothing_is_no_bad_edition() -> None:
    """So what is refused above is refused for its change."""
    mine = load(BrewCraftersEdition, remade(lambda _: None), "mine.toml")
    assert mine.model_dump(exclude={"source"}) == EDITION.model_dump(exclude={"source"})
    assert load(BrewCraftersEdition, with_("tiles", "farm"), "mine.toml").tiles == EDITION.tiles


FITTING = {
    "starting_malt": {"starting_hops": 0, "storage": 99},
    "starting_hops": {"starting_malt": 0, "storage": 99},
    "storage": {"starting_malt": 1, "starting_hops": 0},
}
"""What else must be, so that the ingredients of the start fit."""


@pytest.mark.parametrize(
    "name", [name for name, _ in EDITION.figures if name not in ("advanced_per_style", "skilled_workers")]
)
def test_the_least_and_the_most_of_a_figure_can_be_played_with(name: str) -> None:
    for value in (LEAST.get(name, 0), MOST.get(name, 99)):
        mine = FITTING.get(name, {}) | {name: value}
        rules = rules_of(
            remade(lambda table, mine=mine: [table["figures"][key].update(value=n) for key, n in mine.items()])
        )
        state = rules.new(BrewCraftersOptions(), 2, Chance(seed_from(name)))
        for _ in range(40):
            state = rules.apply(state, next(iter(rules.moves(state))), BLIND).state
        rules.view(state)


# --- what data alone can add ------------------------------------------------------------------------------------------


def rules_of(source: bytes) -> BrewCraftersRules:
    """The rules under an edition of one's own."""
    made: BrewCraftersRules = GAME.rules(load(BrewCraftersEdition, source, "mine.toml"))
    return made


def appended(part: str, more: str) -> bytes:
    """The packaged edition with this text at its end, and a total that agrees."""
    old = getattr(EDITION.totals, part).value
    found = re.search(rf"^{part} = {{ value = {old},", SOURCE, re.MULTILINE)
    assert found
    return (SOURCE.replace(found[0], f"{part} = {{ value = {old + 1},") + more).encode()


def done(rules: BrewCraftersRules, state: BrewCraftersState, *lines: str) -> BrewCraftersState:
    """The position after these moves, by these rules."""
    for line in lines:
        state = rules.apply(state, parse(line, GAME.verbs), BLIND).state
    return state


COOPER = """
[[workers]]
name = "cooper"
title = "Cooper"
text = "2 coffee at each Summer's start; stores 4 more; 3 points for every 2 batches brewed."
cost = { value = 5, rule = "BC-27", provenance = "inferred" }
effects = [
  { effect = "take-at-start", ingredients = { coffee = 2 }, seasons = ["summer"], provenance = "inferred" },
  { effect = "store", amount = 4, provenance = "inferred" },
  { effect = "points-per-batches", amount = 3, per = 2, provenance = "inferred" },
]
provenance = "inferred"
"""


def test_a_worker_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("workers", COOPER))
    code = len(EDITION.workers)
    names = ["cooper", *[worker.name for worker in EDITION.workers if worker.first_game][1:]]
    options = BrewCraftersOptions(named_workers=tuple(names))
    assert rules.why_not_new(options, 2) is None
    assert RULES.why_not_new(options, 2) is not None, "the packaged edition has no such worker"
    assert code in rules.new(options, 2, Chance(seed_from("cooper"))).workers

    state = replace(at_market(1, 2, players={1: {"brewed": {"ale": 5}}}), workers=(code, 0))
    before = rules.view(state).players[0]
    state = done(rules, state, "market job-board", "hire cooper")
    player = rules.view(state).players[0]
    assert [worker.name for worker in player.workers] == ["cooper"]
    assert player.storage == before.storage + 4
    assert player.next_winter.costs == before.next_winter.costs + 5
    gained = [
        now.points - then.points for now, then in zip(player.score_by_category, before.score_by_category, strict=True)
    ]
    assert sorted(gained) == [0, 0, 0, 0, 0, 6], "3 for each 2 of 5"

    def started(season: int) -> str:
        """What comes at the start of the season after this one."""
        end = replace(at_work(1, players={1: {}}), season=season)
        mine = replace(end, brewers=(replace(end.brewers[0], workers=(code,)), end.brewers[1]))
        return has(done(rules, mine, "process"), 1)

    assert started(0) == "coffee:2"
    assert [started(season) for season in (1, 2, 3)] == ["none"] * 3


COLD_ROOM = """
[[tiles]]
name = "cold-room"
title = "Cold Room"
text = "Stores 5 more; $2 more when selling. On install 1 coffee, $4 and 1 basic ingredient of choice."
cost = { value = 3, rule = "BC-27", provenance = "inferred" }
count = { value = 1, rule = "BC-26", provenance = "inferred" }
on_install = [
  { effect = "take", ingredients = { coffee = 1 }, provenance = "inferred" },
  { effect = "money", amount = 4, provenance = "inferred" },
  { effect = "choose-basic", amount = 1, provenance = "inferred" },
]
effects = [
  { effect = "store", amount = 5, provenance = "inferred" },
  { effect = "money-when-selling", amount = 2, provenance = "inferred" },
]
provenance = "inferred"
"""


def test_a_tile_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("tiles", COLD_ROOM))
    state = at_work(1, 2, 1, players={1: {"bottled": "ale", "money": 10}})
    assert Install("cold-room") in list(rules.moves(state))
    assert Install("cold-room") not in list(RULES.moves(state))
    before = rules.view(state).players[0]
    state = done(rules, state, "install cold-room")
    decision = rules.decision(state)
    assert decision is not None
    assert (decision.seat, decision.task, decision.prompt) == (1, "choose", "Cold Room: choose a basic ingredient.")
    state = done(rules, state, "choose yeast")
    player = rules.view(state).players[0]
    assert has(state, 1) == "yeast:1,coffee:1"
    assert player.money == 14
    assert player.storage == before.storage + 5
    assert player.next_winter.costs == before.next_winter.costs + 3
    state = done(rules, state, "process", "process")
    assert rules.view(state).players[0].money == 14 + EDITION.figures.sale_price.value + 2
    assert Install("cold-room") not in list(rules.moves(at_with_tile(state, len(EDITION.tiles))))


def at_with_tile(state: BrewCraftersState, code: int) -> BrewCraftersState:
    """A brewery action of seat 1, who has the tile."""
    fresh = at_work(1)
    return replace(fresh, brewers=(replace(fresh.brewers[0], tiles=(code,)), *state.brewers[1:]))


SENSORY = """
[[tracks]]
name = "sensory"
title = "Sensory"
experimental = { effect = "choose-basic", amount = 1, provenance = "inferred" }
annual = { effect = "money", amount = 5, provenance = "inferred" }
breakthrough = { effect = "tanks", amount = 2, provenance = "inferred" }
game_end = { effect = "points-per-label", amount = 4, per = 1, most = 7, provenance = "inferred" }
provenance = "inferred"
"""


def test_a_track_made_of_effects_that_there_are_is_added_by_data_alone() -> None:
    rules = rules_of(appended("tracks", SENSORY))
    fresh = at_work(1, 1, 1, 1, labels={"lambic": 1, "coffee-stout": 1}, players={1: {"money": 10}})
    state = replace(fresh, brewers=tuple(replace(one, steps=(*one.steps, 0)) for one in fresh.brewers))
    assert Research("sensory") in list(rules.moves(state))
    state = done(rules, state, "research sensory", "choose hops")
    assert has(state, 1) == "hops:1"
    state = done(rules, state, "research sensory")
    vessels = rules.view(state).players[0].vessels
    state = done(rules, state, "research sensory")
    assert rules.view(state).players[0].vessels == vessels + 2
    before = {category.name: category.points for category in rules.score(state, 1)}
    at_the_end = done(rules, state, "research sensory")
    score = {category.name: category.points for category in rules.score(at_the_end, 1)}
    labels = {"Gold labels": min(7, 4 * 2)}
    assert {name: score[name] - before[name] for name in score if score[name] != before[name]} == labels

    fall = replace(state, season=2, pending=(state.pending[0], state.pending[-1]))
    winter = done(rules, fall, "process", *["leave-empty"] * len(leaves(rules, done(rules, fall, "process"))))
    assert winter.season == 3
    assert winter.brewers[0].money == state.brewers[0].money + 5


def leaves(rules: BrewCraftersRules, state: BrewCraftersState) -> list[str]:
    """The moves that leave every vessel empty from here on."""
    found: list[str] = []
    while (decision := rules.decision(state)) is not None and decision.task == "brew":
        found.append("leave-empty")
        state = done(rules, state, "leave-empty")
    return found


def test_a_step_of_a_track_is_another_by_data_alone() -> None:
    source = with_(
        "tracks",
        "business",
        experimental=effect("take", ingredients={"coffee": 3}),
        game_end=effect("points-per-batches", amount=2, per=1),
    )
    rules = rules_of(source)
    state = done(rules, at_work(1, 2), "research business")
    assert has(state, 1) == "coffee:3"
    finished = at_work(1, 2, players={1: {"steps": {"business": 3}, "brewed": {"ale": 4}}})
    before, state = rules.score(finished, 1), done(rules, finished, "research business")
    gained = {now.name: now.points - then.points for now, then in zip(rules.score(state, 1), before, strict=True)}
    assert gained["Research"] == 8


def at_freight(rules: BrewCraftersRules, **words: Any) -> BrewCraftersState:
    """Seat 1 has taken the rail freight, with 5 players."""
    mine = next(space for space in rules.box.spaces[5] if space.name == "rail-freight")
    (one,) = mine.sides
    assert one.name is None
    return done(rules, at_market(1, 2, seats=5, players={1: words}), "market rail-freight")


def freight(*effects: dict[str, Any], **steps: dict[str, Any]) -> BrewCraftersRules:
    """The rules under an edition whose rail freight gives this."""

    def change(table: dict[str, Any]) -> None:
        table["spaces"][_PLACE["spaces", "rail-freight"]]["sides"] = [side(*effects)]
        table["tracks"][_PLACE["tracks", "agronomy"]] |= steps

    return rules_of(remade(change))


def owed(rules: BrewCraftersRules, state: BrewCraftersState) -> list[str]:
    """The tasks of seat 1, one after the other, and of which kind what they choose is; the first move is made each time."""
    found = []
    while (decision := rules.decision(state)) is not None and decision.seat == 1:
        first = next(iter(rules.moves(state)))
        found.append({"choose malt": "basic", "choose fruit": "advanced"}.get(write(first), decision.task))
        state = rules.apply(state, first, BLIND).state
    return found


@pytest.mark.parametrize(
    ("effects", "tasks"),
    [
        (["choose-basic", "choose-advanced"], ["basic", "advanced"]),
        (["choose-advanced", "choose-basic"], ["advanced", "basic"]),
        (["choose-basic", "choose-advanced", "choose-basic"], ["basic", "advanced", "basic"]),
        (["worker", "partnership"], ["hire", "form"]),
        (["partnership", "worker"], ["form", "hire"]),
        (["worker", "choose-basic"], ["hire", "basic"]),
        (["partnership", "choose-advanced", "choose-basic"], ["form", "advanced", "basic"]),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("buyer", [False, True])
def test_what_a_space_lets_one_choose_is_asked_in_the_order_of_its_effects(
    effects: list[str], tasks: list[str], buyer: bool
) -> None:
    rules = freight(*(effect(name, **{"amount": 1} if name.startswith("choose") else {}) for name in effects))
    state = at_freight(rules, workers="buyer" if buyer else "")
    chosen = any(name.startswith("choose") for name in effects)
    last = ["basic"] * BOX.workers[WORKER["buyer"]].acts[0].amount if buyer and chosen else []
    assert owed(rules, state) == tasks + last


def test_what_the_agronomy_breakthrough_gives_comes_also_with_malt_chosen_at_a_market_space() -> None:
    rules = freight(effect("choose-basic", amount=2))
    more = BOX.tracks[TRACK["agronomy"]].acts[2].stock
    state = at_freight(rules, steps={"agronomy": 3}, workers="buyer")
    for line, sources in [("choose malt", ["rail-freight", "agronomy"]), ("choose hops", ["rail-freight"])]:
        made = rules.apply(state, parse(line, GAME.verbs), BLIND)
        taken = [event for event in made.events if isinstance(event, IngredientsTaken)]
        assert [event.source for event in taken] == sources
        assert [event.ingredients for event in taken[1:]] == [amounts(more)] * len(sources[1:])
        state = made.state
    bought = rules.apply(state, parse("choose malt", GAME.verbs), BLIND).events
    assert [event.source for event in bought if isinstance(event, IngredientsTaken)] == ["buyer"]
    assert has(at_freight(rules), 1) == "none"
    plain_ = done(rules, at_freight(rules, steps={"agronomy": 2}), "choose malt", "choose malt")
    assert has(plain_, 1) == "malt:2"


def test_more_of_each_kind_that_is_taken_comes_in_one_event() -> None:
    more = effect("more-from-market", ingredients={"malt": 2, "yeast": 1, "coffee": 4})
    rules = freight(effect("take", ingredients={"malt": 1, "hops": 1, "yeast": 1}), breakthrough=more)
    made = rules.apply(
        at_market(1, 2, seats=5, players={1: {"steps": {"agronomy": 3}}}),
        parse("market rail-freight", GAME.verbs),
        BLIND,
    )
    taken = [(event.source, event.ingredients) for event in made.events if isinstance(event, IngredientsTaken)]
    assert taken == [("rail-freight", amounts((1, 1, 1, 0, 0, 0))), ("agronomy", amounts((2, 0, 1, 0, 0, 0)))]


@pytest.mark.parametrize(
    ("first", "order"), [(1, [1, 2, 3, 1, 3, 3]), (2, [2, 3, 1, 3, 1, 3]), (3, [3, 1, 2, 3, 1, 3])]
)
def test_extra_market_actions_go_round_where_a_seat_has_several(first: int, order: list[int]) -> None:
    """Seat 1 has two, seat 2 has one, seat 3 has three: of research and of workers."""
    more = effect("market-action", seasons=["fall"])

    def change(table: dict[str, Any]) -> None:
        table["tracks"][_PLACE["tracks", "business"]]["breakthrough"] = more
        table["workers"][_PLACE["workers", "buyer"]]["effects"] = [more, effect("market-action", seasons=SPRING)]
        table["workers"][_PLACE["workers", "cellar-hand"]]["effects"] = [more]

    rules, research = rules_of(remade(change)), {"steps": {"business": 3}}
    players = {
        1: research | {"workers": "intern"},
        2: research,
        3: research | {"workers": "buyer cellar-hand"},
    }
    state = at_market(first, seats=3, first=first, season="fall", players=players)
    assert rules.view(state).market_seats == (first, *order)
    acted = []
    state = done(rules, state, "market private-investor money")
    while (decision := rules.decision(state)) is not None and decision.task == "market":
        assert list(rules.view(state).market_seats) == order[len(acted) :]
        acted.append(decision.seat)
        plain_moves = [move for move in rules.moves(state) if write(move) in QUIET]
        state = rules.apply(state, plain_moves[0], BLIND).state
    assert acted == order
    spring = at_market(1, seats=3, season="spring", players=players)
    assert rules.view(spring).market_seats == (1, 3)


QUIET = (
    "market coffee-importer money",
    "market mixed-delivery",
    "market orchard-or-spice-market fruit",
    "market grain-silo",
    "market home-brew-shop ingredients",
    "market maltster",
    "market hop-yard",
    "market yeast-bank",
)
"""Moves that ask for nothing."""


def test_ingredients_of_several_sources_are_chosen_in_their_order_at_a_seasons_start() -> None:
    choice = effect("choose-at-start", amount=1, seasons=SPRING)

    def change(table: dict[str, Any]) -> None:
        for name in ("buyer", "spice-merchant"):
            table["workers"][_PLACE["workers", name]]["effects"] = [choice, effect("store", amount=1)]

    rules = rules_of(remade(change))
    players = {1: {"workers": "buyer spice-merchant", "tiles": "farm"}}
    state = done(rules, at_work(1, season="winter", players=players), "process")
    prompts = []
    while (decision := rules.decision(state)) is not None and decision.task != "market":
        prompts.append(decision.prompt)
        state = rules.apply(state, next(iter(rules.moves(state))), BLIND).state
    assert prompts == [
        "Buyer: choose an advanced ingredient.",
        "Spice Merchant: choose an advanced ingredient.",
        "Plant an ingredient on your Farm, or nothing.",
    ]


def test_whole_games_are_played_with_what_was_added() -> None:
    table = tomllib.loads(SOURCE)
    for part, more in (("workers", COOPER), ("tiles", COLD_ROOM), ("tracks", SENSORY)):
        table[part] += tomllib.loads(more)[part]
        table["totals"][part]["value"] += 1
    source = "\n".join(f"{key} = {toml(value)}" for key, value in table.items()).encode()
    rules = rules_of(source)
    names = ("cooper", *[worker.name for worker in EDITION.workers if worker.first_game][1:])
    verbs: set[str] = set()
    for seats in ABOUT.seats:
        state = rules.new(BrewCraftersOptions(named_workers=names), seats, Chance(seed_from("added")))
        while moves := list(rules.moves(state)):
            new = [
                move
                for move in moves
                if move in (Install("cold-room"), Research("sensory"), parse("hire cooper", GAME.verbs))
            ]
            move = (new or moves)[len(state.pending) % len(new or moves)]
            verbs |= {move.verb} if new else set()
            state = rules.apply(state, move, BLIND).state
        outcome = rules.outcome(state)
        assert outcome is not None
        rules.view(state)
    assert {"install", "research"} <= verbs


def test_another_editions_figures_are_the_ones_that_are_played_with() -> None:
    mine = {"starting_money_first": 1, "starting_money_others": 3, "starting_malt": 5, "starting_hops": 4}
    mine |= {"market_tokens": 1, "storage": 20, "shift_1_cost": 9, "sale_price": 6, "loan": 7}

    def change(table: dict[str, Any]) -> None:
        for name, value in mine.items():
            table["figures"][name]["value"] = value

    rules = rules_of(remade(change))
    state = rules.new(BrewCraftersOptions(), 3, Chance(seed_from("mine")))
    table = rules.view(state)
    assert sorted(player.money for player in table.players) == [1, 3, 3]
    assert {player.storage for player in table.players} == {20}
    assert {player.ingredients for player in table.players} == {amounts((5, 4, 0, 0, 0, 0))}
    assert len(table.market_seats) == 3
    costs = 9 + 3 * EDITION.figures.storehouse_cost.value
    assert {player.next_winter.costs for player in table.players} == {costs}
    assert {player.next_winter.loans for player in table.players} == {-((1 - costs) // 7), -((3 - costs) // 7)}
    sold = done(rules, at_work(1, 2, players={1: {"bottled": "ale", "money": 0}}), "process")
    assert sold.brewers[0].money == 6


def test_what_may_be_0_or_left_out_is_no_fault() -> None:
    for source in (
        with_("recipes", "lambic", points=figure(0)),
        with_("tiles", "farm", cost=figure(0), on_install=None),
        with_("tiles", "farm", note="mine"),
        with_("portions", "hops", points=figure(0), money=figure(0)),
        with_("spaces", "rail-freight", sides=[side(effect("choose-basic", amount=2), effect("money", amount=1))]),
        with_("partnerships", "coffee-roaster", gives={"malt": 1, "coffee": 1, "provenance": "inferred"}),
        with_("spaces", "rail-freight", sides=[side(*[effect("money", amount=1)] * MOST_EFFECTS)]),
        with_("spaces", "rail-freight", sides=[side(effect("choose-basic", amount=MOST_CHOSEN))]),
        with_(
            "spaces",
            "rail-freight",
            sides=[
                side(*map(effect, ("worker", "partnership", "shift", "starting-player"))),
                side(effect("worker"), name="other"),
            ],
        ),
        with_("workers", SPARED, effects=[effect("store", amount=1)] * MOST_EFFECTS),
        set_("figures", "storage", AT_START),
    ):
        load(BrewCraftersEdition, source, "mine.toml")


def test_a_farm_that_grows_something_else_grows_it() -> None:
    grown = effect("farm", ingredients={"coffee": 2})
    rules = rules_of(with_("tiles", "farm", effects=[grown]))
    begun = into("fall", year=1, players={1: {"tiles": "farm", "planted": "malt"}})
    crop = FARM["ingredients"]["malt"]
    assert has(begun.state, 1).startswith(f"malt:{crop}")
    planting = replace(
        at_work(1, season="winter", players={1: {"tiles": "farm", "ingredients": "malt:1,coffee:1"}}), year=1
    )
    spring = done(rules, planting, "process")
    assert [str(move.ingredient) for move in rules.moves(spring) if move.verb == "plant"] == ["coffee"]  # type: ignore[attr-defined]
