"""The report adds up, and the command refuses what it cannot do."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from typer.testing import CliRunner

from taphouse.command_line import main
from taphouse.engine import GAMES
from taphouse.engine.bots import BOTS
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Rules
from taphouse.engine.dank_and_draft.cards import Action, BeerType
from taphouse.engine.dank_and_draft.moves import EndTurn, Spoil, TakeAction
from taphouse.engine.editions import packaged
from taphouse.engine.records.record import RecordedPlayer
from taphouse.lab.matches.playing import Match, named, play
from taphouse.lab.matches.report import mean, share
from taphouse.lab.simulate import simulate

GAME = GAMES["dank-and-draft"]
EDITION = packaged(GAME.edition, GAME.about.package)[0]
OPTIONS = GAME.about.options()


@pytest.mark.parametrize("players", GAME.about.seats)
def test_shares_of_victory_and_reasons_add_up(players: int) -> None:
    report = simulate(GAME, EDITION, OPTIONS, players, 25, ("random",) * players, "sums")
    assert math.isclose(sum(estimate.value for estimate in report.by_seat), 1)
    assert math.isclose(sum(estimate.value for estimate in report.by_turn_order), 1)
    assert sum(report.reasons.values()) == 25
    assert set(report.reasons) <= {reason.name for reason in GAME.about.reasons}


def test_every_turn_is_one_draft_and_one_end_of_turn_at_most() -> None:
    report = simulate(GAME, EDITION, OPTIONS, 2, 20, ("random", "random"), "uses")
    per_game = {use.move: use.per_game for use in report.uses}
    drafts = [n for move, n in per_game.items() if move.startswith("draft ")]
    assert math.isclose(sum(drafts), per_game["draft"])
    assert per_game["end-turn"] <= per_game["draft"]
    assert per_game["spoil"] <= per_game["take-action spoil"]


def test_a_game_has_a_turn_for_each_draft_and_begins_all_but_the_first() -> None:
    report = simulate(GAME, EDITION, OPTIONS, 2, 20, ("greedy", "greedy"), "events")
    told = {one.event: one for one in report.events}
    drafts = next(use.per_game for use in report.uses if use.move == "draft")
    assert told["beers-drafted"].per_game == drafts
    assert told["beers-drafted"].games == 20
    assert math.isclose(told["turn-began"].per_game, drafts - 1)
    one_turn = simulate(GAME, EDITION, GAME.about.options(turn_cap=1), 2, 20, ("random", "random"), "events")
    assert "turn-began" not in {one.event for one in one_turn.events}


def test_the_same_seed_gives_the_same_report() -> None:
    assert simulate(GAME, EDITION, OPTIONS, 2, 5, ("greedy", "greedy"), "a") == simulate(
        GAME, EDITION, OPTIONS, 2, 5, ("greedy", "greedy"), "a"
    )


def test_a_gift_changes_the_games_and_is_reported_by_its_share() -> None:
    brew = GAMES["brew-crafters"]
    edition = packaged(brew.edition, brew.about.package)[0]
    arguments = (brew, edition, brew.about.options(), 2, 4, ("greedy", "random"), "given")
    given, nothing = simulate(*arguments, give="flavour.game-end"), simulate(*arguments)
    assert (given.given, nothing.given, nothing.given_share) == ("flavour.game-end", None, None)
    assert given.given_share is not None
    assert 0 <= given.given_share.value <= 2
    assert given.scores != nothing.scores
    assert 10 < given.longest_list < 400


class FirstMove:
    """A bot without luck: it chooses its first legal move, and draws its last."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose(self, rules: Rules, known: Any, _seat: int) -> Move:
        self.asked.append("choose")
        return next(iter(rules.moves(known)))

    def draw(self, rules: Rules, known: Any, _seat: int) -> Move:
        self.asked.append("draw")
        return list(rules.moves(known))[-1]


def test_games_that_repeat_each_other_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "random", lambda *_: FirstMove())
    arguments = ["simulate", "--bots", "random", "--games", "3"]
    same = CliRunner().invoke(main, [*arguments, "--game", "brew-crafters"])
    assert "The games repeat each other (different ones: 1)" in same.stdout
    assert "repeat each other" not in CliRunner().invoke(main, arguments).stdout  # the cards are shuffled


def test_only_the_first_moves_of_each_seat_are_drawn() -> None:
    brew = GAMES["brew-crafters"]
    edition, who = packaged(brew.edition, brew.about.package)[0], [RecordedPlayer(), RecordedPlayer()]
    bots = [FirstMove(), FirstMove()]
    play(Match(0, (0, 1), "drawn"), brew, edition, brew.about.options(), bots, who, opening=2)
    for bot in bots:
        assert len(bot.asked) > 20
        assert bot.asked == ["draw"] * 2 + ["choose"] * (len(bot.asked) - 2)


@pytest.mark.parametrize("seat", [1, 2])
def test_each_gift_changes_what_the_seat_has_and_nothing_of_the_others(seat: int) -> None:
    brew = GAMES["brew-crafters"]
    rules: Any = brew.rules(packaged(brew.edition, brew.about.package)[0])
    state = rules.new(brew.about.options(), 2, Chance(seed_from("gifts")))
    given = brew.gifts(rules)
    assert given.keys() >= {"second-shift", "spices-importer", "agronomy.experimental", "business.game-end"}
    owned = (*rules.box.workers, *rules.box.tiles, *rules.box.partnerships)
    assert len(given) == 2 + len(owned) + 4 * len(rules.box.tracks)
    for name, give in given.items():
        after = give(state, seat)
        assert after.brewers[seat - 1] != state.brewers[seat - 1], name
        assert after.brewers[2 - seat] == state.brewers[2 - seat], name
        assert list(rules.moves(after)), name
    assert not GAME.gifts(GAME.rules(EDITION))


def test_a_move_counts_as_its_verb_and_with_the_card_it_is_about_but_not_with_seats_and_counts() -> None:
    assert named(TakeAction(2, Action.STOCK_UP)) == {"take-action", "take-action stock-up"}
    assert named(Spoil(2, BeerType.IPA, 3)) == {"spoil", "spoil ipa"}
    assert named(EndTurn()) == {"end-turn"}


def test_intervals_hold_the_value_and_shares_stay_within_their_bounds() -> None:
    half = share([(str(game), float(game % 2)) for game in range(1000)])
    assert half.low < 0.5 == half.value < half.high
    assert math.isclose(half.low, 0.46907, abs_tol=0.0002)  # Wilson's interval for 500 of 1,000
    always = share([(str(game), 1.0) for game in range(20)])
    assert 0.8 < always.low < 1.0 == always.high
    many = mean([(str(game), 1.0 + game % 3) for game in range(3000)])
    assert many.value == 2.0
    assert math.isclose(many.high - many.value, 1.959964 * math.sqrt(2 / 3 / 3000), rel_tol=0.001)
    alike = mean([(str(game // 2), 1.0 + game // 2 % 3) for game in range(6000)])
    assert math.isclose(alike.high - alike.value, many.high - many.value, rel_tol=0.001), (
        "two equal games say what one says"
    )


def test_the_command_prints_json_that_a_program_can_read() -> None:
    result = CliRunner().invoke(main, ["simulate", "--games", "3", "--bots", "random", "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["games"] == 3


def test_the_command_plays_with_the_options_it_is_given() -> None:
    arguments = ["simulate", "--games", "3", "--bots", "random", "--options", '{"turnCap": 1}']
    assert "turn-cap 3 (100.0%)" in CliRunner().invoke(main, arguments).stdout
    report = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert report["options"]["turnCap"] == 1
    assert report["reasons"] == {"turn-cap": 3}


def test_the_command_prints_tables_for_people() -> None:
    result = CliRunner().invoke(main, ["simulate", "--games", "3", "--bots", "random,greedy"])
    assert result.exit_code == 0
    assert "five types" in result.stdout
    assert "Reasons for ending" in result.stdout
    assert "beers-drafted" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "There is no game 'chess'"),
        (["--players", "9"], "for 2 to 4 players"),
        (["--bots", "clever"], "'clever' is no bot; the bots are random, greedy"),
        (["--bots", "random,random,random"], "or 2 separated by commas"),
        (["--edition", "gold"], "has no edition 'gold'"),
        (["--games", "0"], "must be at least 1"),
        (
            ["--bots", "search-quick,greedy", "--opening", "3"],
            "greedy does not search, so it has no moves to draw from",
        ),
        (["--bots", "search", "--opening", "-1"], "must not be negative"),
        (["--give", "beer"], "Dank & Draft has no gift 'beer'."),
        (["--game", "brew-crafters", "--give", "beer"], "its gifts are second-shift, third-shift, maltings-manager"),
        (
            ["--game", "brew-crafters", "--options", '{"namedWorkers": []}'],
            "Name 9 different skilled workers, not 0. (BC-05)",
        ),
        (["--options", "{"], "Invalid options for Dank & Draft"),
        (["--options", '{"turnCap": 0}'], "Expected `int` >= 1 - at `$.turnCap`"),
        (
            ["--options", '{"turncap": 3}'],
            "unknown field `turncap`. The options of Dank & Draft are firstSeat, pairing, recycle",
        ),
    ],
)
def test_the_command_says_what_is_possible(arguments: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, ["simulate", *arguments])
    assert result.exit_code == 2
    assert sentence in result.stderr
