"""The edition: its figures, their provenance, and how a bad one is refused."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from itertools import islice

import pytest
from msgspec import to_builtins

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.dank_and_draft.about import ABOUT, GAME
from taphouse.engine.dank_and_draft.cards import BeerType, DankAndDraftEdition, most_discards
from taphouse.engine.dank_and_draft.moves import BeerAmounts, DankAndDraftOptions, Discard
from taphouse.engine.dank_and_draft.rules import discard
from taphouse.engine.editions import EditionError, Provenance, load, packaged
from taphouse.engine.first_seat import FirstSeat
from taphouse.engine.notation import parse
from tests.dank_and_draft.build import EDITION

SOURCE = files("taphouse.engine.dank_and_draft").joinpath("editions/reconstructed.toml").read_text()
RULES_TEXT = files("taphouse.engine.dank_and_draft").joinpath("rules.md").read_text()


def test_the_packaged_editions_are_valid() -> None:
    assert [edition.name for edition in packaged(DankAndDraftEdition, ABOUT.package)] == ["reconstructed", "spoiling"]
    assert EDITION.game == ABOUT.kind
    assert EDITION.source == SOURCE.encode()
    assert re.fullmatch(r"[0-9a-f]{64}", EDITION.digest)


def test_every_figure_has_a_provenance() -> None:
    listed = list(EDITION.listed())
    assert {entry.section for entry in listed} == {"figures", "types", "actions", "breweries"}
    assert all(isinstance(entry.provenance, Provenance) for entry in listed)
    assert len(listed) == 7 + 5 + 4 + 26


def test_the_figures_of_the_rule_book_are_marked_so_and_the_deck_is_marked_reconstructed() -> None:
    for entry in EDITION.listed():
        wanted = Provenance.RULEBOOK if entry.section == "figures" else Provenance.RECONSTRUCTED
        assert entry.provenance is wanted, entry.name


def test_every_figure_names_a_rule_that_exists_and_that_says_it() -> None:
    for entry in EDITION.listed():
        if entry.section == "figures":
            assert f"| {entry.figures['rule']} |" in RULES_TEXT
    values = {e.name: e.figures["value"] for e in EDITION.listed() if e.section == "figures"}
    assert values == {
        "starting_hand": 3,
        "hand_limit": 6,
        "most_spoiled": 3,
        "most_stocked_up": 3,
        "points_per_beer": 1,
        "points_for_all_types": 5,
        "points_per_card_in_hand": -1,
    }


def test_the_deck_is_the_one_of_the_rules_document() -> None:
    text = " ".join(RULES_TEXT.split())
    found = re.search(r"(\d+) cards, (\d+) per brewery: (.*?); actions: (.*?)\.", text)
    assert found is not None
    total, each, types, actions = found.groups()
    cards = [card for brewery in EDITION.breweries for card in brewery.cards]
    assert len(cards) == int(total) == 78
    assert {len(brewery.cards) for brewery in EDITION.breweries} == {int(each)}
    assert f"{len(EDITION.breweries)} breweries appear" in text
    assert _counts(types) == Counter(str(card.beer) for card in cards)
    assert _counts(actions) == Counter(str(card.action) for card in cards)


def test_the_second_deck_has_the_actions_of_the_rules_document_and_nothing_else_of_its_own() -> None:
    _, spoiling = packaged(DankAndDraftEdition, ABOUT.package)
    found = re.search(r"`spoiling` has the same beers with other actions: (.*?)\.", " ".join(RULES_TEXT.split()))
    assert found is not None
    assert _counts(found[1]) == Counter(str(card.action) for one in spoiling.breweries for card in one.cards)
    beers = [
        [(one.name, card.beer) for one in edition.breweries for card in one.cards] for edition in (EDITION, spoiling)
    ]
    assert (spoiling.figures, spoiling.types, beers[0]) == (EDITION.figures, EDITION.types, beers[1])


def _counts(text: str) -> dict[str, int]:
    return {
        name.lower().replace(" ", "-"): int(count)
        for name, _, count in (part.strip().rpartition(" ") for part in text.split(","))
    }


def test_the_rules_documents_counts_are_those_of_the_catalogue() -> None:
    assert {t.beer.name: t.count for t in EDITION.types} == {
        "IPA": 26,
        "PILSNER": 26,
        "AMBER": 22,
        "SOUR": 2,
        "STOUT": 2,
    }
    assert {a.action.name: a.count for a in EDITION.actions} == {
        "SPOIL": 32,
        "STOCK_UP": 14,
        "SNATCH": 26,
        "RECYCLE": 6,
    }


def test_dd_01a_the_catalogue_lists_beers_and_counts_of_actions_apart() -> None:
    words = {"spoil", "recycle", "snatch", "stock-up"}
    for entry in EDITION.listed():
        if entry.section == "breweries":
            assert set(entry.figures) == {"beers"}
            assert entry.figures["beers"] == sorted(entry.figures["beers"])
            assert not words & set(entry.figures["beers"])
        if entry.section == "actions":
            assert set(entry.figures) == {"count"}
        assert not any(word in entry.note for word in words)


# --- bad editions -----------------------------------------------------------------------------------------------------------


def changed(*pairs: tuple[str, str]) -> bytes:
    """The packaged edition with the first place of each text replaced."""
    text = SOURCE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def refused(source: bytes) -> EditionError:
    with pytest.raises(EditionError) as caught:
        load(DankAndDraftEdition, source, "mine.toml")
    error = caught.value
    assert error.file == "mine.toml"
    assert str(error) == f"mine.toml: {error.entry}: {error.reason}"
    return error


HAND = 'starting_hand = { value = 3, rule = "DD-01", provenance = "rulebook" }'
STOUT_ROW = '[[types]]\nbeer = "stout"\ncount = 2\nprovenance = "reconstructed"\n'
RECYCLES = '[[actions]]\naction = "recycle"\ncount = 6\nprovenance = "reconstructed"\n'

BAD = {
    "not TOML": (b"game = ", "the file", "not TOML"),
    "not text": (b"\xff\xfe", "the file", "not TOML"),
    "empty": (b"", "game", "Field required"),
    "another game": (changed(('"dank-and-draft"', '"chess"')), "game", "dank-and-draft"),
    "no game": (changed(('game = "dank-and-draft"\n', "")), "game", "Field required"),
    "a name that is no slug": (changed(('name = "reconstructed"', 'name = "My Edition"')), "name", "match pattern"),
    "no title": (changed(('title = "Dank & Draft, reconstructed deck"\n', "")), "title", "Field required"),
    "an unknown key": (changed(('title = "', 'colour = "red"\ntitle = "')), "colour", "no such key"),
    "an unknown figure": (
        changed((HAND, HAND + "\nlast_hand = { value = 1 }")),
        "figures.last_hand",
        "no such key",
    ),
    "an unknown key of a figure": (
        changed((HAND, HAND.replace(" }", ", unit = 1 }"))),
        "figures.starting_hand.unit",
        "no such key",
    ),
    "a missing figure": (changed((HAND + "\n", "")), "figures.starting_hand", "Field required"),
    "no figures": (changed(("[figures]", "[numbers]")), "numbers", "no such key"),
    "a figure without provenance": (
        changed((HAND, HAND.replace(', provenance = "rulebook"', ""))),
        "figures.starting_hand.provenance",
        "Field required",
    ),
    "a wrong provenance": (
        changed((HAND, HAND.replace("rulebook", "hearsay"))),
        "figures.starting_hand.provenance",
        "Input should be",
    ),
    "a brewery without provenance": (
        changed((' }]\nprovenance = "reconstructed"\n', " }]\n")),
        "breweries.Alder Gate.provenance",
        "Field required",
    ),
    "a figure that is no number": (
        changed((HAND, HAND.replace("value = 3", 'value = "three"'))),
        "figures.starting_hand.value",
        "integer",
    ),
    "a negative figure": (
        changed((HAND, HAND.replace("value = 3", "value = -3"))),
        "the file",
        "figures.starting_hand is -3; 1 to 30 are possible",
    ),
    "a hand that is too large": (
        changed((HAND, HAND.replace("value = 3", "value = 31"))),
        "the file",
        "figures.starting_hand is 31; 1 to 30 are possible",
    ),
    "a hand with too many discards": (
        changed(
            (HAND, HAND.replace("value = 3", "value = 30")), ("hand_limit = { value = 6", "hand_limit = { value = 16")
        ),
        "the file",
        "figures.starting_hand and figures.hand_limit make 4845 discards possible; 2000 are the most",
    ),
    "points beyond any client": (
        changed(("points_per_card_in_hand = { value = -1", "points_per_card_in_hand = { value = -100")),
        "the file",
        "figures.points_per_card_in_hand is -100; -99 to 99 are possible",
    ),
    "a limit of 0": (
        changed(("hand_limit = { value = 6", "hand_limit = { value = 0")),
        "the file",
        "figures.hand_limit",
    ),
    "nothing to spoil": (
        changed(("most_spoiled = { value = 3", "most_spoiled = { value = 0")),
        "the file",
        "most_spoiled",
    ),
    "nothing to stock up": (
        changed(("most_stocked_up = { value = 3", "most_stocked_up = { value = 0")),
        "the file",
        "most_stocked_up",
    ),
    "a wrong total of a type": (
        changed(("count = 26", "count = 25")),
        "the file",
        "types says 25 of ipa, the breweries have 26",
    ),
    "a wrong total of an action": (
        changed(("count = 32", "count = 31")),
        "the file",
        "actions says 31 of spoil, the breweries have 32",
    ),
    "a type that is not counted": (
        changed((STOUT_ROW, '[[types]]\nbeer = "ipa"\ncount = 26\nprovenance = "reconstructed"\n')),
        "the file",
        "types lists ipa twice",
    ),
    "a type counted twice": (changed((STOUT_ROW, STOUT_ROW * 2)), "the file", "types lists stout twice"),
    "an action counted twice": (changed((RECYCLES, RECYCLES * 2)), "the file", "actions lists recycle twice"),
    "an action that is not counted": (
        changed(
            (
                RECYCLES
                + 'note = "the name is the rule book\'s, the count reconstructed; chosen by simulation, see rules.md"\n',
                "",
            )
        ),
        "the file",
        "actions says 0 of recycle, the breweries have 6",
    ),
    "a negative count": (changed(("count = 26", "count = -26")), "types.ipa.count", "greater than or equal to 1"),
    "a count that is no number": (changed(("count = 26", "count = true")), "types.ipa.count", "integer"),
    "an unknown type": (changed(('beer = "ipa"', 'beer = "lager"')), "types.lager.beer", "Input should be"),
    "an unknown action": (
        changed(('{ beer = "ipa", action = "stock-up" }', '{ beer = "ipa", action = "dance" }')),
        "breweries.Alder Gate.cards.1.action",
        "Input should be",
    ),
    "a card with one side": (
        changed(('{ beer = "ipa", action = "stock-up" }', '{ beer = "ipa" }')),
        "breweries.Alder Gate.cards.1.action",
        "Field required",
    ),
    "a card with a third side": (
        changed(('action = "stock-up" }', 'action = "stock-up", edge = "gold" }')),
        "breweries.Alder Gate.cards.1.edge",
        "no such key",
    ),
    "a brewery twice": (
        changed(("Anvil Street", "Alder Gate")),
        "the file",
        "the brewery 'Alder Gate' is listed twice",
    ),
    "a brewery without a name": (changed(('"Anvil Street"', '""')), "breweries.2.name", "at least 1 character"),
    "a brewery without cards": (
        (SOURCE + '[[breweries]]\nname = "Dry"\ncards = []\nprovenance = "reconstructed"\n').encode(),
        "breweries.Dry.cards",
        "at least 1 item",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_edition_is_refused_with_file_entry_and_reason(kind: str) -> None:
    source, entry, reason = BAD[kind]
    error = refused(source)
    assert error.entry == entry
    assert reason in error.reason


def deck_of(size: int, rare: tuple[str, ...] = ("pilsner", "amber", "sour", "stout"), common: str = "ipa") -> bytes:
    """An edition with so many cards, all with Spoil on the back, of one brewery: one each of some types, the rest of another."""
    head = SOURCE[: SOURCE.index("[[types]]")]
    beers = [common] * (size - len(rare)) + list(rare)
    rows = "".join(
        f'[[types]]\nbeer = "{beer}"\ncount = {count}\nprovenance = "inferred"\n'
        for beer, count in Counter(beers).items()
    )
    rows += f'[[actions]]\naction = "spoil"\ncount = {size}\nprovenance = "inferred"\n'
    cards = ", ".join(f'{{ beer = "{beer}", action = "spoil" }}' for beer in beers)
    return f'{head}{rows}[[breweries]]\nname = "One"\nprovenance = "public-source"\ncards = [{cards}]\n'.encode()


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        (20, "four players need at least 21 cards, the breweries have 20"),
        (501, "a deck has at most 500 cards, the breweries have 501"),
    ],
)
def test_a_deck_too_small_or_too_large_is_refused(size: int, reason: str) -> None:
    assert refused(deck_of(size)).reason == reason


@pytest.mark.parametrize("missing", BeerType)
def test_a_deck_that_lacks_one_of_the_types_is_refused(missing: BeerType) -> None:
    common, *rare = [str(type_) for type_ in BeerType if type_ is not missing]
    error = refused(deck_of(40, tuple(rare), common))
    assert error.entry == "the file"
    assert error.reason == f"types does not list {missing}; a deck has cards of all five types"


@pytest.mark.parametrize("size", [21, 500])
def test_the_smallest_and_the_largest_deck_can_be_played(size: int) -> None:
    rules = GAME.rules(load(DankAndDraftEdition, deck_of(size), "mine.toml"))
    chance = Chance(seed_from("deck"))
    state = rules.new(DankAndDraftOptions(), 4, chance)
    assert len(state.pile) == size - 21
    while moves := list(rules.moves(state)):
        state = rules.apply(state, moves[0], chance).state
    assert state.ended == ("taps" if size == 21 else "turn-cap")


def test_another_editions_figures_are_the_ones_that_are_played_with() -> None:
    mine = changed(
        (HAND, HAND.replace("value = 3", "value = 4")),
        ("hand_limit = { value = 6", "hand_limit = { value = 4"),
        ("points_per_card_in_hand = { value = -1", "points_per_card_in_hand = { value = -2"),
    )
    rules = GAME.rules(load(DankAndDraftEdition, mine, "mine.toml"))
    chance = Chance(seed_from("mine"))
    state = rules.new(DankAndDraftOptions(), 2, chance)
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert [p.score for p in rules.view(state).players] == [-8, -8]
    for _ in range(2):  # a draft, the end of the turn
        state = rules.apply(state, next(rules.moves(state)), chance).state
    assert {
        sum(move.beers.__getattribute__(name) for name in ("ipa", "pilsner", "amber", "sour", "stout"))
        for move in rules.moves(state)
    } == {3}


def test_editions_with_other_bytes_have_other_digests() -> None:
    other = load(DankAndDraftEdition, SOURCE.encode() + b"\n", "mine.toml")
    assert other.digest != EDITION.digest


def test_discards_of_a_large_hand_are_made_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    source = changed(
        (HAND, HAND.replace("value = 3", "value = 17")), ("hand_limit = { value = 6", "hand_limit = { value = 10")
    )
    rules, chance = GAME.rules(load(DankAndDraftEdition, source, "mine.toml")), Chance(seed_from("hands"))
    state = rules.new(DankAndDraftOptions(first_seat=FirstSeat.SEAT_1), 4, chance)
    for move in ("draft row-1", "end-turn"):
        state = rules.apply(state, parse(move, GAME.verbs), chance).state
    made = []

    def discards(beers: BeerAmounts) -> Discard:
        made.append(beers)
        return Discard(beers)

    monkeypatch.setattr(discard, "Discard", discards)
    first, *others = islice(rules.moves(state), 20)
    assert len(made) == 20
    listed = [to_builtins(move)["beers"] for move in rules.moves(state)]
    assert 100 < len(listed) <= most_discards(17, 10)
    assert all(rules.why_not(state, move) is None for move in (first, *others))
    assert len({tuple(beers.items()) for beers in listed}) == len(listed)
