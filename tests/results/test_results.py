"""Results that are not the victory of the first seat, as every outlet says them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from rich.console import Console

from taphouse.client import Client as PythonClient
from taphouse.client.mcp import brief
from taphouse.engine.bots.search import SearchBot
from taphouse.engine.contract import Outcome, Victory
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.engine.records import text
from taphouse.engine.records.record import Finished, RecordedPlayer, RecordError
from taphouse.engine.records.replaying import verify
from taphouse.engine.results import results_of
from taphouse.engine.words.results import over
from taphouse.env import TaphouseAEC
from taphouse.lab.arena.elo import elo
from taphouse.lab.arena.report import report_of, table_of
from taphouse.lab.matches.playing import Match, play
from taphouse.lab.memory_store import MemoryStore
from taphouse.lab.simulate import show, simulate
from taphouse.schema.failures import Refused
from taphouse.schema.values.games import Status
from taphouse.service.games.beginning.creating import check_ratable
from tests.api.client import Json
from tests.api.conftest import http
from tests.api.server import Server
from tests.results.purse import COMMON_PURSE, OWN_PURSE, TWO_PURSES, Give, PurseOptions, PurseState
from tests.tiny.installed import install


def ended(game: Game, *given: int) -> Outcome:
    """The outcome after these gifts."""
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    outcome = rules.outcome(PurseState(len(given), given))
    assert outcome is not None
    return outcome


ENDS = [
    (COMMON_PURSE, (0, 0), Victory.ALL_LOST, (), 1, [-1, -1]),
    (COMMON_PURSE, (3, 3), Victory.ALL_WON, (1, 2), 1, [1, 1]),
    (COMMON_PURSE, (1, 2), Victory.ALL_SCORED, (), 1, [-0.5, -0.5]),
    (TWO_PURSES, (3, 1, 2, 0), Victory.TEAM, (1, 3), 1, [1, -1, 1, -1]),
    (TWO_PURSES, (0, 1, 0), Victory.TEAM, (2,), 1, [-0.5, 1, -0.5]),
    (TWO_PURSES, (1, 2, 2, 1), Victory.NOBODY, (), 1, [0, 0, 0, 0]),
    (OWN_PURSE, (0, 3), Victory.FIRST, (2,), 3, [-3, 3]),
    (OWN_PURSE, (2, 2), Victory.FIRST, (1, 2), 1, [0, 0]),
]


@pytest.mark.parametrize(("game", "given", "victory", "winners", "stake", "results"), ENDS)
def test_a_result_has_winners_a_stake_and_a_number_for_each_seat(
    game: Game, given: tuple[int, ...], victory: Victory, winners: tuple[int, ...], stake: int, results: list[float]
) -> None:
    outcome = ended(game, *given)
    assert (outcome.victory, outcome.winners, outcome.stake) == (victory, winners, stake)
    assert results_of(outcome, game.about) == results


def test_one_point_is_one_point() -> None:
    assert over(ended(OWN_PURSE, 1, 0), 1).endswith("1. seat 1 with 1 point; 2. seat 2 with 0 points.")


def test_a_spectator_reads_what_all_share_and_nothing_of_one_side() -> None:
    assert over(ended(COMMON_PURSE, 0, 0)).startswith("ALL LOSE TOGETHER. The game is over")
    assert over(ended(TWO_PURSES, 1, 1)).startswith("NOBODY WINS. The game is over")
    for game, points in ((TWO_PURSES, (3, 1, 2)), (OWN_PURSE, (3, 0))):
        assert over(ended(game, *points)).startswith("The game is over")


SAID = [
    (COMMON_PURSE, (0, 0), "All lose together.", "Alle verlieren gemeinsam.", "ALL LOSE TOGETHER. "),
    (COMMON_PURSE, (3, 3), "All win together.", "Alle gewinnen gemeinsam.", "ALL WIN TOGETHER. "),
    (COMMON_PURSE, (1, 2), "All have 3 points.", "Alle haben 3 Punkte.", "ALL SHARE THE SCORE. "),
    (
        TWO_PURSES,
        (3, 1, 2),
        "Victory goes to the team of Ann and Cat.",
        "Der Sieg geht an das Team von Ann und Cat.",
        "YOUR TEAM",
    ),
    (TWO_PURSES, (1, 1), "Nobody wins.", "Niemand gewinnt.", "NOBODY WINS. "),
    (
        OWN_PURSE,
        (3, 0),
        "Victory goes to Ann; the result counts as 3 games.",
        "Der Sieg geht an Ann; das Ergebnis zählt als 3 Spiele.",
        "YOU WIN. ",
    ),
]


@pytest.mark.parametrize(("game", "given", "english", "german", "model"), SAID)
def test_log_outcome_record_and_models_tell_the_same(
    game: Game, given: tuple[int, ...], english: str, german: str, model: str
) -> None:
    kind, names = game.about.kind, ["Ann", "Ben", "Cat"][: len(given)]
    with (
        Server(store=MemoryStore(), games={kind: game}) as server,
        http(server) as web,
        PythonClient(str(web.base_url), games={kind: game}) as client,
    ):
        made = client.create(kind, names)
        for seat, coins in zip(made.seats, given, strict=True):
            client.move(seat, f"give {coins}")
        shown, at = client.look(made.seats[0]), f"/v1/games/{made.game_id}"
        expected = ended(game, *given)
        assert shown.outcome is not None
        assert (shown.outcome.victory, shown.outcome.stake) == (expected.victory, expected.stake)
        assert brief.decision(shown)[0].startswith(model)
        for language, said in (("en", english), ("de", german)):
            entries: list[Json] = web.get(f"{at}/events", headers={"accept-language": language}).json()["entries"]
            assert entries[-1]["sentences"][-1].endswith(said)
        record = text.parse(web.get(f"{at}/record").text).record
        assert isinstance(record.result, Finished)
        assert verify(record, game, packaged(game.edition, game.about.package)[0]).outcome == expected
        places_alone = msgspec.structs.replace(record, result=msgspec.structs.replace(record.result, victory=None))
        verify(places_alone, game, packaged(game.edition, game.about.package)[0])


def test_a_record_with_another_victory_is_refused() -> None:
    edition = packaged(TWO_PURSES.edition, TWO_PURSES.about.package)[0]
    *_, record = play(Match(0, (0, 1), "even"), TWO_PURSES, edition, PurseOptions(), _givers(1, 1), _WHO)
    assert isinstance(record.result, Finished)
    assert record.result.victory == "nobody"
    other = msgspec.structs.replace(record, result=msgspec.structs.replace(record.result, victory="team"))
    with pytest.raises(RecordError, match="not the one that the rules give"):
        verify(other, TWO_PURSES, edition)


def test_where_all_share_the_result_reports_have_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    edition = packaged(COMMON_PURSE.edition, COMMON_PURSE.about.package)[0]
    report = simulate(COMMON_PURSE, edition, PurseOptions(), 2, 40, ["random", "random"])
    assert (report.by_seat, report.by_turn_order) == ((), ())
    assert report.score is not None
    assert 1 < report.score.value < 5
    assert report.won is not None
    assert report.won.value == report.reasons.get("full", 0) / 40
    show(report, Console())
    told = capsys.readouterr().out
    assert "Points of all" in told
    assert "Share of wins" not in told
    results = [
        play(Match(n, (0, 1), str(n)), COMMON_PURSE, edition, PurseOptions(), _givers(n, 1), _WHO)[0] for n in range(3)
    ]
    compared = report_of(("a", "b"), "common-purse", "plain", 2, "1", results)
    assert [one.rating for one in compared.bots] == [None, None]
    assert compared.pairs == ()
    assert "rating" not in table_of(compared)[0]


def test_bots_of_one_team_are_not_compared() -> None:
    edition = packaged(TWO_PURSES.edition, TWO_PURSES.about.package)[0]
    who = [*_WHO, *_WHO]
    result, *_ = play(Match(0, (0, 1, 2, 3), "1"), TWO_PURSES, edition, PurseOptions(), _givers(3, 0, 3, 0), who)
    assert result.victory == (1, 0, 1, 0)
    first, second, third, _ = elo(4, [result])
    assert first.value == third.value > second.value


def test_a_team_wins_in_full() -> None:
    edition = packaged(TWO_PURSES.edition, TWO_PURSES.about.package)[0]
    report = simulate(TWO_PURSES, edition, PurseOptions(), 4, 40, ["random"] * 4)
    one, two, three, four = (seat.value for seat in report.by_seat)
    assert (one, two) == (three, four)
    assert report.fair == pytest.approx((one + two) / 2)
    (verb,) = (use for use in report.uses if use.seats == 160)
    assert verb.share.value == pytest.approx(1), "a fair share"
    who, seats = [*_WHO, *_WHO], (0, 1, 0, 1)
    results = [
        play(Match(n, seats, str(n)), TWO_PURSES, edition, PurseOptions(), _givers(3, 0, 3, 0), who)[0]
        for n in range(3)
    ]
    best, worst = report_of(("a", "b"), "two-purses", "plain", 4, "1", results).bots
    assert [(each.bot, each.wins.value) for each in (best, worst)] == [("a", 1), ("b", 0)]


def test_only_games_of_every_seat_for_itself_are_rated() -> None:
    check_ratable(OWN_PURSE)
    for game in (COMMON_PURSE, TWO_PURSES):
        with pytest.raises(Refused):
            check_ratable(game)


def test_environments_reward_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    pytest.importorskip("taphouse.env.openspiel")
    utility = pyspiel.GameType.Utility
    for game, actions, declared, most, returns in (
        (COMMON_PURSE, (0, 0), utility.IDENTICAL, 1, [-1, -1]),
        (TWO_PURSES, (3, 1), utility.ZERO_SUM, 1, [1, -1]),
        (OWN_PURSE, (0, 3), utility.ZERO_SUM, 3, [-3, 3]),
    ):
        kind = install(monkeypatch, game)
        loaded = pyspiel.load_game(f"python_taphouse(kind={kind})")
        assert (loaded.get_type().utility, loaded.max_utility(), loaded.min_utility()) == (declared, most, -most)
        state, env = loaded.new_initial_state(), TaphouseAEC(kind)
        env.reset()
        for action in actions:
            state.apply_action(action)
            env.step(action)
        assert state.returns() == returns
        assert [env.rewards[agent] for agent in env.possible_agents] == returns


def test_a_search_plays_for_what_all_share() -> None:
    rules = COMMON_PURSE.rules(packaged(COMMON_PURSE.edition, COMMON_PURSE.about.package)[0])
    found = SearchBot(COMMON_PURSE, random.Random(1), 200).consider(rules, PurseState(2), 1)
    assert write(found[0].move) == "give 3"


class Giver:
    """A bot that gives so many coins."""

    def __init__(self, coins: int) -> None:
        self._coins = coins

    def choose(self, rules: Any, known: Any, seat: int, memory: Any = None) -> Give:
        """The gift."""
        return Give(self._coins)


_WHO = [RecordedPlayer(name="a"), RecordedPlayer(name="b")]


def _givers(*coins: int) -> list[Any]:
    return [Giver(one) for one in coins]


RESIGNATIONS = [
    (OWN_PURSE, 3, [2], "CONCEDED", Victory.FIRST, 3, [(1, 1), (3, 1), (2, 3)]),
    (TWO_PURSES, 4, [1, 3], "LEFT", Victory.TEAM, 1, [(2, 1), (4, 1), (1, 3), (3, 3)]),
    (TWO_PURSES, 3, [1, 2], "LEFT", Victory.TEAM, 1, [(1, 1), (3, 1), (2, 3)]),
]


@pytest.mark.parametrize(("game", "seats", "resigned", "reason", "victory", "stake", "places"), RESIGNATIONS)
def test_a_game_says_what_resignations_mean(
    game: Game,
    seats: int,
    resigned: list[int],
    reason: str,
    victory: Victory,
    stake: int,
    places: list[tuple[int, int]],
) -> None:
    kind = game.about.kind
    with (
        Server(store=MemoryStore(), games={kind: game}) as server,
        http(server) as web,
        PythonClient(str(web.base_url), games={kind: game}) as client,
    ):
        made = client.create(kind, ["Ann", "Ben", "Cat", "Dan"][:seats])
        for seat in resigned:
            client.resign(made.seats[seat - 1])
        shown = client.look(made.seats[0])
        assert shown.outcome is not None
        assert (shown.outcome.reason, shown.outcome.victory, shown.outcome.stake) == (reason, victory, stake)
        assert [(one.seat, one.place) for one in shown.outcome.standings] == places
        entry: Json = web.get(f"/v1/games/{made.game_id}/events").json()["entries"][-1]
        assert entry["events"][-1]["outcome"]["reason"] == reason
        record = text.parse(web.get(f"/v1/games/{made.game_id}/record").text).record
        verify(record, game, packaged(game.edition, game.about.package)[0])


def test_a_game_of_all_together_goes_on_until_nobody_is_left() -> None:
    kind = COMMON_PURSE.about.kind
    with (
        Server(store=MemoryStore(), games={kind: COMMON_PURSE}) as server,
        http(server) as web,
        PythonClient(str(web.base_url), games={kind: COMMON_PURSE}) as client,
    ):
        made = client.create(kind, ["Ann", "Ben"])
        client.resign(made.seats[0])
        client.move(made.seats[1], "give 3")
        shown = client.look(made.seats[1])
        assert shown.outcome is not None
        assert (shown.outcome.victory, shown.outcome.points) == (Victory.ALL_SCORED, 3), "seat 1 gave nothing"
        assert [one.place for one in shown.outcome.standings] == [1, 1]
        deserted = client.create(kind, ["Ann", "Ben"])
        for seat in deserted.seats:
            client.resign(seat)
        assert client.look(deserted.seats[0]).status is Status.ABANDONED
