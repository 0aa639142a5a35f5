"""Use cases of proposals: a seat proposes something, which is carried out once all seats that are asked have accepted.

A kind of proposal is an item of `Proposing._kinds`. See docs/decisions/0032-undo-goes-back-to-what-was-known.md.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from taphouse.engine.contract import Event
from taphouse.schema.concepts.agreements import (
    LONGEST_PROPOSAL,
    SHORTEST_PROPOSAL,
    GameAgreed,
    ProposalAccepted,
    ProposalAsked,
    ProposalDeclined,
    ProposalMade,
    ProposalNotFound,
    ProposalOpen,
    ProposalReason,
    ProposalRefused,
    ProposalWithdrawn,
)
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.seats import AlreadyResigned
from taphouse.schema.values.agreements import AgreedEnd, ProposalKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import Replacement, SeatEndReason, Substitute, Viewer
from taphouse.service.games.agreeing.undoing import judge_undo
from taphouse.service.games.clocks.timekeeping import judge_more_time, judge_pause
from taphouse.service.games.encoding.agreements import NONE, Agreements, Proposed, seats_to_ask
from taphouse.service.games.kernel.absent import absent, with_returned
from taphouse.service.games.kernel.checks import check_seated, refuse
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.hosting import newest_rules
from taphouse.service.games.seating.replacing import replaced, sitting_at

Agree = Callable[[Step], Awaitable[Step]]
"""Carries an agreement out: adds its effects to a version that has the answers, and the agreements without the proposal."""
Judge = Callable[[LoadedGame, Proposed, Caller], Awaitable[Agree]]
"""Judges a proposal that is made or accepted, also for the bots in the game. Returns what carries it out, or raises `Refused`."""


class ProposalRules(Struct, frozen=True):
    """A kind of proposal."""

    judge: Judge
    after_end: bool = False
    """True if it is about a game that has ended, instead of one that is running."""


class Proposing:
    """The use cases of proposals.

    Args:
        committer: Commits changes.
        reader: Loads games.
        judge_rematch: Judges rematches, and creates them.
    """

    def __init__(self, committer: Committer, reader: Reader, judge_rematch: Judge) -> None:
        self._committer, self._reader = committer, reader
        self._kinds = {
            ProposalKind.UNDO: ProposalRules(partial(judge_undo, reader)),
            ProposalKind.DRAW: ProposalRules(_judge_draw),
            ProposalKind.UNSCORED: ProposalRules(_judge_unscored),
            ProposalKind.PAUSE: ProposalRules(judge_pause),
            ProposalKind.REPLACE_PLAYER: ProposalRules(_judge_replacement),
            ProposalKind.ADD_TIME: ProposalRules(judge_more_time),
            ProposalKind.UPGRADE_RULES: ProposalRules(_judge_newer_rules),
            ProposalKind.REMATCH: ProposalRules(judge_rematch, after_end=True),
        }

    async def propose(
        self, caller: Caller, game: str, proposal: ProposalAsked, seconds: int, expected: int | None, key: str | None
    ) -> Changed:
        """Propose something, or accept it if another seat has proposed it. If nobody else must agree, it is done at once."""
        kind = proposal.kind
        if (kind is ProposalKind.UNDO) != (proposal.to is not None):
            refuse("proposal", "An undo needs the version to go back to; other proposals must have none.")
        if (kind is ProposalKind.REPLACE_PLAYER) != (proposal.replacement is not None):
            refuse(
                "proposal", "To replace a player, say in `replacement` whose seat and who plays it; only for that kind."
            )
        if (kind is ProposalKind.ADD_TIME) != (proposal.time is not None):
            refuse("proposal", "To add time, say in `time` how much and for which seat; only for that kind.")
        if not SHORTEST_PROPOSAL <= seconds <= LONGEST_PROPOSAL:
            refuse("seconds", f"A proposal is open for {SHORTEST_PROPOSAL} to {LONGEST_PROPOSAL} seconds.")

        async def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            now, new, time = self._reader.now_ms(), proposal.replacement, proposal.time
            until, excused = now + seconds * 1000, _excused(loaded, new, viewer, now)
            back, loaded = with_returned(loaded, viewer.seat)
            seat, version = self._asked(loaded, viewer, kind, caller), loaded.version + len(back) + 1
            made = Proposed(version, kind.value, seat, now, until, (seat,), proposal.to, new, time, excused)
            for other in loaded.agreements.open(now):
                if other.kind != kind.value:
                    continue
                if seat in other.accepted or (other.to, other.replacement, other.time) != (proposal.to, new, time):
                    raise Refused(ProposalOpen(proposal_id=other.id_in(game)))
                return [
                    *back,
                    await self._accepted(loaded, other, seat, caller),
                ]  # both pressed "Play again" at the same time
            event = ProposalMade(
                *(seat, made.id_in(game), kind, made.to, made.about, None if time is None else time.seconds)
            )
            return [*back, await self._settled(loaded, made, event, caller)]

        about = proposal.replacement or proposal.time
        what = proposal.to if about is None else msgspec.to_builtins(about)
        digest = request_digest("propose", game, kind.value, what, seconds, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    async def accept_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Accept a proposal. When the last seat that is asked accepts, it is carried out."""

        async def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            one, kind = self._found_open(loaded, viewer, proposal)
            seat = self._asked(loaded, viewer, kind, caller, one)
            if seat in one.accepted:
                _refuse(ProposalReason.ANSWERED)
            return [await self._accepted(loaded, one, seat, caller)]

        digest = request_digest("accept proposal", game, proposal, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    async def decline_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Decline a proposal of another seat, which ends it."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            one, kind = self._found_open(loaded, viewer, proposal)
            seat = self._asked(loaded, viewer, kind, caller, replace(one, excused=False))
            if seat == one.seat:
                _refuse(ProposalReason.ANSWERED)
            return [_step(loaded, seat, ProposalDeclined(seat, one.id_in(game), kind), self._without(loaded, kind))]

        digest = request_digest("decline proposal", game, proposal, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    async def withdraw_proposal(
        self, caller: Caller, game: str, proposal: str, expected: int | None, key: str | None
    ) -> Changed:
        """Withdraw a proposal of one's own."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            one, kind = self._found_open(loaded, viewer, proposal)
            seat = self._asked(loaded, viewer, kind, caller, one)
            if seat != one.seat:
                _refuse(ProposalReason.NOT_YOURS)
            return [_step(loaded, seat, ProposalWithdrawn(seat, one.id_in(game), kind), self._without(loaded, kind))]

        digest = request_digest("withdraw proposal", game, proposal, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    def _found_open(self, loaded: LoadedGame, viewer: Viewer, proposal: str) -> tuple[Proposed, ProposalKind]:
        check_seated(viewer)
        wanted, *_ = proposal.partition("@")
        for one in loaded.agreements.open(self._reader.now_ms()):
            if one.id_in(loaded.id) == wanted:
                return one, ProposalKind[one.kind]
        raise Refused(ProposalNotFound())

    def _asked(
        self, loaded: LoadedGame, viewer: Viewer, kind: ProposalKind, caller: Caller, one: Proposed | None = None
    ) -> int:
        """The viewer's seat, after a check that it may make a proposal of a kind now, or answer this one."""
        seat = check_seated(viewer)
        if not self._kinds[kind].after_end:
            self._reader.game_view(loaded, viewer, caller.language).check_running()
        elif loaded.status not in ENDED:
            _refuse(ProposalReason.NOT_ENDED)
        elif loaded.state is None:
            _refuse(ProposalReason.NOT_STARTED)
        replaced = None if one is None else one.replaced
        if one is not None and one.excused and seat == replaced:
            _refuse(ProposalReason.ABOUT_YOU)
        if seat not in seats_to_ask(loaded.seats, kind, replaced):
            if loaded.seats[seat - 1].away:
                _refuse(ProposalReason.AWAY)
            raise Refused(AlreadyResigned())
        return seat

    async def _accepted(self, loaded: LoadedGame, one: Proposed, seat: int, caller: Caller) -> Step:
        event = ProposalAccepted(seat, one.id_in(loaded.id), ProposalKind[one.kind])
        return await self._settled(loaded, replace(one, accepted=tuple(sorted({*one.accepted, seat}))), event, caller)

    async def _settled(
        self, loaded: LoadedGame, made: Proposed, event: ProposalMade | ProposalAccepted, caller: Caller
    ) -> Step:
        """The version that makes or accepts a proposal, and carries it out if no seat is missing."""
        kind = ProposalKind[made.kind]
        agree = await self._kinds[kind].judge(loaded, made, caller)
        agreements = self._without(loaded, kind)
        if {*seats_to_ask(loaded.seats, kind, made.replaced, excused=made.excused)} <= {*made.accepted}:
            return await agree(_step(loaded, event.seat, event, agreements))
        return _step(loaded, event.seat, event, replace(agreements, proposals=(*agreements.proposals, made)))

    def _without(self, loaded: LoadedGame, kind: ProposalKind) -> Agreements:
        """The agreements without the proposal of a kind and those that have expired."""
        agreements = loaded.agreements
        kept = tuple([one for one in agreements.open(self._reader.now_ms()) if one.kind != kind.value])
        # Versions that follow the end change when the game was updated, and lists need to know when it ended.
        ended = agreements.ended or (loaded.record.updated if loaded.status in ENDED else None)
        return replace(agreements, proposals=kept, ended=ended)


async def _judge_draw(loaded: LoadedGame, _made: Proposed, _caller: Caller) -> Agree:
    """Bots follow the people if there are several. One person alone could draw every game that they are losing."""
    if any(sitting.bot for sitting in loaded.seats) and len(seats_to_ask(loaded.seats, ProposalKind.DRAW)) < 2:
        _refuse(ProposalReason.BOTS)
    return _ending(AgreedEnd.DRAW)


async def _judge_unscored(_opened: LoadedGame, _made: Proposed, _caller: Caller) -> Agree:
    return _ending(AgreedEnd.UNSCORED)


async def _judge_replacement(loaded: LoadedGame, made: Proposed, _caller: Caller) -> Agree:
    """Bots agree to a new player."""
    given = made.replacement
    if given is None:
        raise ValueError("a proposal to replace a player says whom")
    sitting_at(loaded, given.seat)
    substitute, who = Substitute(given.bot, given.open), f"seat:{made.seat}"
    reason = SeatEndReason.ABSENT if made.excused else SeatEndReason.AGREED
    (replacing,) = replaced(loaded, given.seat, substitute, may_return=given.may_return, who=who, reason=reason)

    async def agree(step: Step) -> Step:
        return replace(step, events=(*step.events, *replacing.events), seats=replacing.seats, winds=replacing.winds)

    return agree


async def _judge_newer_rules(loaded: LoadedGame, _made: Proposed, _caller: Caller) -> Agree:
    event, newer = newest_rules(loaded)

    async def agree(step: Step) -> Step:
        return replace(step, events=(*step.events, event), rules=newer)

    return agree


def _excused(loaded: LoadedGame, new: Replacement | None, viewer: Viewer, now: int) -> bool:
    """True if a seat would get a new player, and the one that it has is absent, so that only the others are asked."""
    if new is None or new.seat == viewer.seat or loaded.status is not Status.RUNNING:
        return False
    return sitting_at(loaded, new.seat).held and absent(loaded, new.seat, now)


def _ending(end: AgreedEnd) -> Agree:
    """The end of the game by agreement."""

    async def agree(step: Step) -> Step:
        agreements = replace(step.agreements or NONE, end=end.value)
        return replace(step, events=(*step.events, GameAgreed(end)), status=Status.ABANDONED, agreements=agreements)

    return agree


def _step(loaded: LoadedGame, seat: int, event: Event, agreements: Agreements) -> Step:
    return Step(f"seat:{seat}", (event,), loaded.status, loaded.seats, loaded.state, agreements=agreements)


def _refuse(reason: ProposalReason) -> NoReturn:
    raise Refused(ProposalRefused(proposal_reason=reason))
