"""Each use case is built from the parts that it needs, without the others and without an application."""

from __future__ import annotations

import pytest

from taphouse.engine.bots.search import Considered
from taphouse.engine.records.text import parse
from taphouse.schema.concepts.agreements import ProposalAsked, UndoRefused
from taphouse.schema.execution.scheduler import RequestScheduler
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed, GameView
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NotHost
from taphouse.schema.problems.games import VersionConflict
from taphouse.schema.results import GameCreated
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import MoveInputObject, OriginKind, Status, Visibility
from taphouse.schema.values.seats import Opening, Substitute
from taphouse.service.games.advising.advising import Advising
from taphouse.service.games.agreeing.proposing import Proposing
from taphouse.service.games.agreeing.rematching import Rematches, Rematching
from taphouse.service.games.agreeing.undoing import Undoing
from taphouse.service.games.beginning.forking import Forking
from taphouse.service.games.beginning.importing import Importing
from taphouse.service.games.beginning.joining import Joining
from taphouse.service.games.beginning.seating import Seating
from taphouse.service.games.clocks.timekeeping import Timekeeping
from taphouse.service.games.playing import Playing, play_for_bot
from taphouse.service.games.records.exporting import Exporting
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.seating.hosting import Hosting
from taphouse.service.games.seating.inviting import Inviting
from taphouse.service.games.seating.replacing import Replacing
from taphouse.service.games.seeing import Seeing
from tests.use_cases.build import MINE, OPEN, Parts, no_quick_table, nobody

PASS = [MoveInputObject({"notation": "pass"})]


def by_seat(made: GameCreated, seat: int) -> Caller:
    return Caller(made.seats[seat - 1].token)


async def passed(parts: Parts, made: GameCreated, seat: int = 1) -> Changed:
    return await Playing(parts.committer, parts.reader).play(by_seat(made, seat), made.game.game_id, PASS, None, None)


async def seen(parts: Parts, game: str, caller: Caller | None = None) -> GameView:
    seeing = Seeing(parts.reader, {}, parts.committer.time_left, lambda _: None, parts.presence)
    return await seeing.see(caller or Caller(), game, None)


def kinds(changed: Changed) -> list[str]:
    return [type(event).__name__ for happening in changed.happened() for event in happening.events]


async def test_creating_twice_with_one_key_makes_one_game(parts: Parts) -> None:
    made = await parts.created()
    assert made.game.status is Status.RUNNING
    assert (await parts.created()).game.game_id != made.game.game_id
    assert len(parts.store._games) == 2


async def test_a_position_holds_only_options_that_were_changed(parts: Parts) -> None:
    made = await parts.created(turnCap=6)
    loaded = await parts.reader.now(made.game.game_id)
    position, _ = loaded.codec.position(loaded.record.snapshot)
    assert (position.options, loaded.options.turn_cap) == (None, 6)


async def test_a_fork_begins_from_the_position(parts: Parts) -> None:
    made = await parts.created()
    await passed(parts, made)
    forking = Forking(parts.new_games, parts.reader, parts.editions)
    tokens = [seat.token for seat in made.seats]
    fork = await forking.fork(Caller(), made.game.game_id, None, tokens, None, Visibility.UNLISTED, None)
    assert fork.game.origin is not None
    assert (fork.game.origin.kind, fork.game.origin.game_id) == (OriginKind.FORK, made.game.game_id)
    assert fork.game.decision is not None
    assert fork.game.decision.seat == 2


async def test_a_record_is_exported_and_imported(parts: Parts) -> None:
    made = await parts.created(turnCap=6)
    for turn in range(6):
        await passed(parts, made, 1 + turn % 2)
    exporting = Exporting(parts.reader, parts.lists, parts.editions, RecordKeys(["k" * 32]))
    record = await exporting.record(Caller(), await seen(parts, made.game.game_id), with_edition=False)
    assert parse(record.text).record.moves == 6
    importing = Importing(parts.new_games, parts.reader, parts.editions)
    copy = await importing.import_record(Caller(), record.text, Visibility.UNLISTED, None)
    assert copy.game.status is Status.OVER
    exports = await exporting.records(Caller(), AccountHolder("nobody", parts.now + 1000), None)
    assert [one async for one in exports] == []


async def test_the_last_to_join_starts_the_game(parts: Parts) -> None:
    made = await parts.created(MINE, OPEN)
    game = made.game.game_id
    inviting = Inviting(parts.committer, parts.reader, parts.access)
    invite = (await inviting.invite(Caller(made.host_token), game, 2, None)).invite
    seating = Seating(parts.committer, parts.reader, parts.access, None, parts.presence, nobody)
    joining = Joining(parts.committer, parts.reader, parts.access, seating, no_quick_table)
    joined = await joining.join(Caller(), game, "Ben", None, None, invite, False, None, None)
    assert (joined.seat.seat, joined.game.status) == (2, Status.RUNNING)
    with pytest.raises(Refused):
        await inviting.revoke_invites(Caller(made.host_token), game, 2, None, None)


async def test_a_move_is_judged_at_the_expected_version(parts: Parts) -> None:
    made = await parts.created()
    game = made.game.game_id
    changed = await passed(parts, made)
    playing = Playing(parts.committer, parts.reader)
    with pytest.raises(Refused) as late:
        await playing.play(by_seat(made, 2), game, PASS, changed.game.version - 1, None)
    assert isinstance(late.value.problem, VersionConflict)
    resigned = await playing.resign(by_seat(made, 2), game, None, None)
    assert kinds(resigned)[0] == "SeatResigned"


async def test_a_bots_move_is_made_once(parts: Parts) -> None:
    made = await parts.created()
    loaded = await parts.reader.now(made.game.game_id)
    move = next(loaded.rules.moves(loaded.state))
    await play_for_bot(parts.committer, parts.reader, loaded, 1, move)
    await play_for_bot(parts.committer, parts.reader, loaded, 1, move)
    assert await parts.version(loaded.id) == loaded.version + 1


async def test_a_move_is_taken_back_alone_or_by_agreement(parts: Parts) -> None:
    made = await parts.created()
    game = made.game.game_id
    begun = await parts.version(game)
    await passed(parts, made)
    undone = await Undoing(parts.committer, parts.reader).undo(by_seat(made, 1), game, None, None, None)
    assert kinds(undone) == ["MovesUndone"]
    with pytest.raises(Refused) as nothing:
        await Undoing(parts.committer, parts.reader).undo(by_seat(made, 1), game, begun, None, None)
    assert isinstance(nothing.value.problem, UndoRefused)


async def test_what_is_agreed_is_done(parts: Parts) -> None:
    made = await parts.created()
    game = made.game.game_id
    rematches = Rematches(parts.new_games, parts.reader, parts.editions, parts.access)
    proposing = Proposing(parts.committer, parts.reader, rematches.judge)

    async def agree(kind: ProposalKind) -> Changed:
        proposed = await proposing.propose(by_seat(made, 1), game, ProposalAsked(kind), 60, None, None)
        return await proposing.accept_proposal(by_seat(made, 2), game, f"{game}-{proposed.game.version}", None, None)

    assert kinds(await agree(ProposalKind.DRAW)) == ["ProposalAccepted", "GameAgreed"]
    assert kinds(await agree(ProposalKind.REMATCH)) == ["ProposalAccepted", "RematchAgreed"]
    taken = await Rematching(parts.reader, parts.access).take_rematch(by_seat(made, 1), game)
    assert taken.seat is not None
    assert (taken.seat.seat, taken.host_token) == (2, None)


async def test_a_proposal_of_which_nobody_judges_the_rematch_needs_no_other_use_case(parts: Parts) -> None:
    made = await parts.created()
    game = made.game.game_id

    async def judge(*_: object) -> None:
        raise AssertionError

    proposing = Proposing(parts.committer, parts.reader, judge)  # type: ignore[arg-type]
    proposed = await proposing.propose(by_seat(made, 1), game, ProposalAsked(ProposalKind.DRAW), 60, None, None)
    declined = await proposing.decline_proposal(by_seat(made, 2), game, f"{game}-{proposed.game.version}", None, None)
    assert kinds(declined) == ["ProposalDeclined"]


async def test_a_clock_gets_time_and_ends_the_turn_when_it_has_none(parts: Parts) -> None:
    made = await parts.created(clock=NewClock(per_move=60))
    game = made.game.game_id
    timekeeping = Timekeeping(parts.committer, parts.reader)
    added = await timekeeping.add_time(Caller(made.host_token), game, 1, 30, None, None)
    assert kinds(added) == ["TimeAdded"]
    parts.now += 89_000
    assert await parts.committer.time_left(await parts.reader.now(game)) == pytest.approx(1)
    parts.now += 1_000
    assert await parts.committer.time_left(await parts.reader.now(game)) == 0
    assert (await seen(parts, game)).version > added.game.version
    assert (await timekeeping.now(Caller())).time.timestamp() * 1000 == pytest.approx(parts.now, abs=1)


async def test_a_bot_stands_in_until_the_player_returns(parts: Parts) -> None:
    made = await parts.created()
    game, host = made.game.game_id, Caller(made.host_token)
    replacing = Replacing(parts.committer, parts.reader)
    covered = await replacing.replace_player(host, game, 1, Substitute(BotKind.GREEDY), True, None, None)
    assert kinds(covered) == ["BotStandsIn"]
    assert kinds(await replacing.return_to_seat(by_seat(made, 1), game, None, None)) == ["PlayerReturned"]
    loaded = await replacing.replace_player(host, game, 1, Substitute(open=Opening.ANYONE), False, None, None)
    assert kinds(loaded) == ["SeatEnded", "SeatOpened"]


async def test_only_the_host_hosts(parts: Parts) -> None:
    made = await parts.created(MINE, OPEN)
    game, hosting = made.game.game_id, Hosting(parts.committer, parts.reader, parts.access)
    assert kinds(await hosting.close_seat(Caller(made.host_token), game, 2, None, None)) == ["SeatClosed"]
    reissued = await hosting.reissue(Caller(made.host_token), game, 1, None, None)
    assert reissued.token != made.seats[0].token
    with pytest.raises(Refused) as seat:
        await hosting.open_seat(Caller(reissued.token), game, 2, None, None)
    assert isinstance(seat.value.problem, NotHost)


async def test_a_game_is_seen_at_an_earlier_version_with_its_log(parts: Parts) -> None:
    made = await parts.created()
    changed = await passed(parts, made)
    noticed: list[str] = []
    seeing = Seeing(
        parts.reader, {}, parts.committer.time_left, lambda loaded: noticed.append(loaded.id), parts.presence
    )
    earlier = await seeing.see(Caller(), made.game.game_id, changed.game.version - 1)
    assert (earlier.version, earlier.latest) == (changed.game.version - 1, changed.game.version)
    assert len((await seeing.history(earlier, None, 10, RequestScheduler())).edges) == earlier.version
    assert noticed == [made.game.game_id]


async def test_only_a_seat_that_must_decide_is_advised(parts: Parts) -> None:
    made = await parts.created()
    loaded = await parts.reader.now(made.game.game_id)
    move = next(loaded.rules.moves(loaded.state))

    class Oracle:
        async def advice(self, caller: Caller, game_view: GameView, bot: BotKind) -> list[Considered]:
            return [Considered(move, 7, 0.5)]

    advising = Advising(Oracle(), parts.reader)
    first, second = [await seen(parts, made.game.game_id, by_seat(made, seat)) for seat in (1, 2)]
    suggested = await advising.suggestion(Caller(), first, BotKind.GREEDY)
    assert suggested is not None
    (considered,) = (await advising.analysis(Caller(), first, BotKind.GREEDY)).moves
    assert (considered.move, considered.visits) == (suggested, 7)
    assert considered.reasons
    assert await advising.suggestion(Caller(), second, BotKind.GREEDY) is None
    assert await advising.sample_world(Caller(), second, "luck") is not None
    assert await advising.sample_world(Caller(), await seen(parts, made.game.game_id), None) is None
