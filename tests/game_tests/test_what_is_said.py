"""`taphouse test-game` says in a sentence what is wrong with a game: each of these faults is planted."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.checks import Checks, Ending, GameChecks, found
from taphouse.engine.contract import Move, Options, Slug, Transition
from taphouse.engine.game import Game
from taphouse.engine.messages import Merit
from taphouse.engine.messages.guides import digest
from taphouse.engine.messages.merits import Raises
from taphouse.engine.upgrades import Fix
from taphouse.lab.game_tests import fuzz, guides, pairs, playthroughs, running
from taphouse.lab.game_tests.faults import Fault
from taphouse.lab.game_tests.invariants import check_position
from taphouse.lab.game_tests.suite import test_conformance as conformance
from taphouse.lab.game_tests.suite import test_editions as editions
from taphouse.lab.game_tests.suite import test_golden as golden
from taphouse.lab.game_tests.suite import test_guides
from taphouse.lab.game_tests.suite import test_messages as messages
from taphouse.lab.game_tests.suite import test_rules_documents as documents
from taphouse.lab.game_tests.suite import test_secrecy as secrecy
from taphouse.lab.game_tests.tables import default_table, playout
from taphouse.lab.secrecy.deals import Undealt
from taphouse.lab.secrecy.random_inputs import option_sets
from taphouse.service.games.catalogue import rules_of
from tests.conformance.tables import GAMES
from tests.results.purse import TWO_PURSES
from tests.tiny.moves import CaskRaceOptions, GrainLookedAt
from tests.tiny.rules import CaskRaceRules

KIND = "cask-race"
KIND_OF_OURS = "dank-and-draft"
SOUND = GAMES[KIND]


class DealsTheSame(CaskRaceRules):
    """The cards are not shuffled."""

    def new(self, options: Any, seats: int, chance: Chance) -> Any:
        chance.order(0, 2)
        return super().new(options, seats, Chance(seed_from("always")))


class LooksAtThree(CaskRaceRules):
    """A figure of the edition is not used."""

    def __init__(self, edition: Any, fixes: Any) -> None:
        looked_at = edition.figures.looked_at.model_copy(update={"value": 3})
        figures = edition.figures.model_copy(update={"looked_at": looked_at})
        super().__init__(edition.model_copy(update={"figures": figures}), fixes)


class AsksNobody(CaskRaceRules):
    """A move is never offered."""

    def moves(self, state: Any) -> Any:
        return (move for move in super().moves(state) if move.verb != "ask")


@pytest.fixture
def _played_anew() -> Iterator[None]:
    """Games are kept by their tables, which do not know the rules."""
    playout.cache_clear()
    yield
    playout.cache_clear()


@pytest.mark.usefixtures("_played_anew")
@pytest.mark.parametrize(
    ("rules", "test", "said"),
    [
        (DealsTheSame, secrecy.test_a_viewer_cannot_tell_two_worlds_apart, "`new` deals .* so everybody knows it"),
        (
            LooksAtThree,
            editions.test_every_figure_changes_something,
            r"figures of evening: figures\.looked_at\.value\. Use",
        ),
        (
            AsksNobody,
            conformance.test_random_games_and_playthroughs_use_every_move_and_tell_every_event,
            "never make or tell: .*Ask",
        ),
    ],
)
def test_a_fault_of_the_rules_is_said(
    rules: Any, test: Callable[[str], None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = Game(SOUND.about, SOUND.edition, rules, other_world=SOUND.other_world, fixes=SOUND.fixes)
    monkeypatch.setitem(GAMES, KIND, planted)
    monkeypatch.setattr(playthroughs, "tables", lambda kind: [default_table(kind)])
    with pytest.raises((AssertionError, Undealt, pytest.fail.Exception), match=said):
        test(KIND)


@pytest.mark.usefixtures("_played_anew")
@pytest.mark.parametrize(
    ("same", "kind"),
    [
        (lambda game, world: world.made == game.first(len(world.made)), "Give.grain"),
        (
            lambda game, world: world.steps[-1].state.pending == game.states[len(world.made)].pending,
            "CaskRaceTable.gift",
        ),
        (
            lambda game, world: _looks(map(_told, world.steps[1:])) == _looks(game.events[: len(world.made)]),
            "GrainLookedAt",
        ),
    ],
)
def test_what_is_hidden_and_never_differs_is_said(same: Any, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_world(game: Any, k: int, viewer: int | None, rng: random.Random) -> Any:
        world = SOUND.other_world(game, k, viewer, rng)  # type: ignore[misc]
        return world if world and same(game, world) else None

    monkeypatch.setitem(
        GAMES, KIND, Game(SOUND.about, SOUND.edition, CaskRaceRules, other_world=other_world, fixes=SOUND.fixes)
    )
    monkeypatch.setattr(pairs, "tables", lambda kind: [default_table(kind, 3)])
    with pytest.raises(
        pytest.fail.Exception, match=rf"{kind} is hidden from some viewers, but the worlds never differed in it"
    ):
        secrecy.test_a_viewer_cannot_tell_two_worlds_apart(KIND)


@pytest.mark.usefixtures("_played_anew")
def test_a_reason_that_knows_more_than_the_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Any] = []

    class Remembers(CaskRaceRules):
        def known(self, state: Any, seat: int | None) -> Any:
            looked_at[:] = [state]
            return super().known(state, seat)

    def merits(_rules: Any, _known: Any, move: Any, *_: Any) -> Iterator[Merit]:
        yield Raises(move.verb, 0, looked_at[0].viewer)

    planted = Game(
        SOUND.about, SOUND.edition, Remembers, other_world=SOUND.other_world, fixes=SOUND.fixes, merits=merits
    )
    monkeypatch.setitem(GAMES, KIND, planted)
    with pytest.raises(AssertionError, match="is answered otherwise from what it knows"):
        secrecy.test_who_knows_no_more_than_is_known_is_answered_the_same(KIND)


def _told(step: Transition) -> tuple[Any, ...]:
    return step.events


def _looks(events: Iterable[Iterable[Any]]) -> list[Any]:
    return [event for told in events for event in told if isinstance(event, GrainLookedAt)]


def test_seats_that_decide_at_the_same_time_may_owe_different_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    bids = import_module("goofspiel.about").GAME
    rules = import_module("goofspiel.rules").GoofspielRules

    class TellsEachSeat(rules):  # type: ignore[misc, valid-type]
        """Each seat is asked by another rule; there are nine."""

        def decision(self, state: Any) -> Any:
            asked = super().decision(state)
            return asked and replace(asked, rules=(f"GS-0{first + asked.seat}",))

    planted = Game(bids.about, bids.edition, TellsEachSeat, other_world=bids.other_world)
    monkeypatch.setitem(GAMES, bids.about.kind, planted)
    table = default_table(bids.about.kind)
    position = table.rules.new(table.options, table.seats, Chance(seed_from("each")))
    first = 0
    check_position(table, position)
    first = 8
    with pytest.raises(AssertionError, match=r"unknown rules in .*GS-010"):
        check_position(table, position)


@pytest.mark.usefixtures("_played_anew")
def test_no_moves_are_asked_for_an_end_by_resignations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "two-purses", TWO_PURSES)
    assert playthroughs.by_resigning("two-purses") == {"left"}
    with pytest.raises(pytest.skip.Exception, match="resignations"):
        golden.test_a_golden_game_goes_as_ever("two-purses", "left")
    with pytest.raises(AssertionError, match="No golden game ends by richer"):
        golden.test_a_golden_game_goes_as_ever("two-purses", "richer")


def test_a_place_where_what_a_move_names_does_not_lie_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "named_by", lambda view, moves: {("lookedAt",): ("give.grain",)})
    with pytest.raises(AssertionError, match=r"of Give\(.*\) does not lie at lookedAt: leave out `at`"):
        messages.test_what_a_move_names_lies_on_the_table(KIND)


def test_a_fix_without_its_row_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    fixes = [*SOUND.fixes, Fix(3, "more-grain", ("TF-01",), "There is more grain.")]
    monkeypatch.setitem(GAMES, KIND, Game(SOUND.about, SOUND.edition, CaskRaceRules, fixes=fixes))
    with pytest.raises(
        AssertionError, match=r"(?s)needs these rows .*\| 3 \| `more-grain` \| TF-01 \| There is more grain\. \|\n"
    ):
        documents.test_every_fix_stands_in_the_document_with_its_version(KIND)


def test_a_changed_rule_names_each_statement_that_rests_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {rule.id: replace(rule, text="Draw two.") if rule.id == "TF-06" else rule for rule in rules_of(SOUND)}
    monkeypatch.setattr("taphouse.lab.game_tests.guides.rules_of", lambda _: now.values())
    told = f'rests on TF-06: read both, and write TF-06 = "{digest("Draw two.")}" there.'
    again = [re.sub(r'\("(\w+) .*"\)', r"(\1)", statement) for statement in guides.to_read_again(SOUND, "en")]
    assert again == [
        f"turn.1 (Brew) {told}",
        f"turn.3 (A) {told}",
        f"tips.1 (Nobody) {told}",
        f"lessons.4 (Give) {told}",
    ]
    with pytest.raises(AssertionError, match=r"guide/en\.toml: rules have changed\. .*\n  turn\.1 .*TF-06"):
        test_guides.test_no_rule_changed_since_a_statement_was_read(KIND, "en")


def test_new_statements_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    written = guides.load(SOUND.about.package, "en")
    first, *rest = written.tips
    fresh = first.model_copy(update={"rules": dict.fromkeys(first.rules, "")})
    monkeypatch.setattr(guides, "load", lambda *_: written.model_copy(update={"tips": (fresh, *rest)}))
    with pytest.raises(AssertionError, match=r"guide/en\.toml: new statements lack .*: tips\.1\. .*--write` fills"):
        test_guides.test_no_rule_changed_since_a_statement_was_read(KIND, "en")


def test_only_the_digests_of_new_statements_are_filled_in() -> None:
    now = guides.digests(SOUND)
    new, read = 'rules = {TF-06 = "", TF-07 = ""}', 'rules = {TF-06 = "11111111"}'
    filled = f'rules = {{TF-06 = "{now["TF-06"]}", TF-07 = "{now["TF-07"]}"}}'
    assert guides.filled(f"{new}\n{read}\n", SOUND) == f"{filled}\n{read}\n"


def test_a_crash_of_many_games_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Breaks(CaskRaceRules):
        def new(self, options: Any, seats: int, chance: Chance) -> Any:
            raise ZeroDivisionError("no table")

    monkeypatch.setitem(GAMES, KIND, Game(SOUND.about, SOUND.edition, Breaks, fixes=SOUND.fixes))
    said = fuzz.said(fuzz.fuzz(KIND, 3, tmp_path))
    assert said.startswith("ZeroDivisionError: no table\n")
    assert said.count("Traceback") == 1


def test_a_name_in_the_api_that_an_installed_game_has_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    research: Any = type(
        "CraftersResearch", (Move,), {"__doc__": "Look at a card. CA-01."}, frozen=True, tag="research"
    )
    research.__module__ = SOUND.about.package
    about = replace(SOUND.about, kind="brew", moves=(*SOUND.about.moves, research))
    brew = Game(about, SOUND.edition, CaskRaceRules, other_world=SOUND.other_world, fixes=SOUND.fixes)
    monkeypatch.setattr(conformance, "INSTALLED", {kind: GAMES[kind] for kind in ("pint-craft", "brew-crafters")})
    monkeypatch.setattr(conformance, "GAMES", {"brew": brew})
    with pytest.raises(
        TypeError, match=r"CraftersResearch would both be called BrewCraftersResearch in the API; rename one"
    ):
        conformance.test_the_games_can_be_served_beside_the_installed_ones()


def test_a_missing_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "found", lambda _: GameChecks(Checks(), tmp_path))
    anew = r"write it anew and read it: taphouse test-game cask-race --write"
    with pytest.raises(AssertionError, match=rf"No golden game ends by race: .*race\.txt is missing\. .*{anew}"):
        golden.test_a_golden_game_goes_as_ever(KIND, "race")
    with pytest.raises(AssertionError, match=rf"No moves are counted: .*perft\.txt is missing\. .*{anew}"):
        golden.test_the_number_of_move_sequences_is_as_ever(KIND)


def test_slow_rules_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "SLOW", 0)
    with pytest.raises(AssertionError, match=r"a move takes \d+ ms of CPU; the most is 0 ms"):
        conformance.test_a_move_is_fast(KIND, lambda *_: None)


class NamesThings(Options, frozen=True, kw_only=True):
    """Options that name entries of the edition, which nobody can guess."""

    thing: Slug | None = None
    things: tuple[Slug, ...] = ()


def test_options_that_name_entries_keep_their_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, KIND, Game(replace(SOUND.about, options=NamesThings), SOUND.edition, CaskRaceRules))
    assert [*option_sets(NamesThings)] == [NamesThings()]
    assert {fuzz.random_table(KIND, random.Random(seed)).options for seed in range(9)} == {NamesThings()}


def test_what_cannot_be_tested_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    told = CliRunner().invoke(main, ["test-game", "chess"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith("There is no game 'chess'; the games are dank-and-draft, ")
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    told = CliRunner().invoke(main, ["test-game", "pint-craft"])
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr == "hypothesis is missing. Install the tests: pip install 'taphouse[game-tests]'\n"


def test_options_of_plugins_load_them(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(pytest, "main", lambda arguments: given.extend(arguments) or 0)
    runner = CliRunner()
    assert runner.invoke(main, ["test-game", KIND_OF_OURS, "--", "-n", "2", "--cov=here"]).exit_code == 0
    assert {("-p", "xdist"), ("-p", "pytest_cov")} <= {*pairwise(given)}
    monkeypatch.setattr(running, "find_spec", lambda _: None)
    done = runner.invoke(main, ["test-game", KIND_OF_OURS, "--", "-n2"])
    assert done.exit_code == 2
    assert "-n2 is an option of pytest-xdist. Install it: pip install pytest-xdist" in done.stderr


def test_a_fault_is_reported_in_the_words_of_the_author(tmp_path: Path) -> None:
    code = tmp_path / "rules_of_mine.py"
    code.write_text("def points():\n    return 1 // 0\n")
    names: dict[str, Any] = {}
    exec(compile(code.read_text(), str(code), "exec"), names)  # noqa: S102 -- written above
    try:
        names["points"]()
    except ZeroDivisionError as error:
        raised = str(Fault.of(error, documents.test_every_rule_that_is_named_exists)).splitlines()
    assert raised[0] == "ZeroDivisionError: integer division or modulo by zero"
    assert raised[-2:] == [
        f"  {code}:2  return 1 // 0",
        "  Demand: Every rule that is named exists. Players look up a rule by its id.",
    ]
    refused = str(Fault.of(AssertionError("a move is listed twice"), None))
    assert refused == "a move is listed twice\n  Demand: The game can be loaded."


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        (Ending(bot="greedy", seats=2, rules=1), None),
        (Ending(written=True, seats=2, rules=1), None),
        (Ending(written=True, seats=3, rules=1), r"race\.txt is played at another table than CHECKS says"),
        (
            Ending(bot="greedy", seats=2, rules=1, options=CaskRaceOptions(turn_cap=1), tried=2),
            "none of 2 games of greedy ends",
        ),
    ],
)
def test_a_bot_or_a_written_game_reaches_an_ending(
    ending: Ending, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playthroughs, "checks", lambda _: Checks(endings={"race": ending}))
    if told:
        with pytest.raises(playthroughs.NoSuchGame, match=told):
            playthroughs.find(KIND, "race")
    else:
        text = playthroughs.find(KIND, "race")
        assert "\nended by race " in text
        assert (text == found(SOUND).playthrough("race").read_text()) is ending.written


@pytest.mark.parametrize("bot", ["gredy", "search:0", "trained"])
def test_a_bot_of_an_ending_that_does_not_exist_is_said(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthroughs, "checks", lambda _: Checks(endings={"race": Ending(bot=bot, seats=2, rules=1)}))
    with pytest.raises(LookupError, match=f"^`endings` of CHECKS: .*{bot}"):
        playthroughs.find(KIND, "race")
