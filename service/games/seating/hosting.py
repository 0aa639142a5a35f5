"""Use cases of the host: open and close seats, replace tokens, abandon the game. Also narrowing of tokens."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from taphouse.engine.contract import Event, Refusal, Rules
from taphouse.engine.messages.reasons import WouldBeOver
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotHost, NotSeated
from taphouse.schema.problems.games import RulesDoNotFit, RulesNewest
from taphouse.schema.problems.reasons import NeedsLastingToken
from taphouse.schema.problems.seats import SeatUnchanged
from taphouse.schema.results import TokenReissued
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import (
    GameAbandoned,
    HostTokenReplaced,
    RulesUpgraded,
    SeatClosed,
    SeatEnded,
    SeatOpened,
    SeatTokenReplaced,
)
from taphouse.schema.values.seats import NarrowToken, SeatEnder, SeatEndReason, Viewer
from taphouse.schema.values.versions import moment
from taphouse.service.access.tokens import HOST, LATEST, Claims, TokenIssuer
from taphouse.service.games.encoding.seats import with_asked, with_seat
from taphouse.service.games.kernel.checks import account_of, check_host, check_not_ended, check_waiting, refuse
from taphouse.service.games.kernel.committing import Change, Committer, request_digest
from taphouse.service.games.kernel.game_tokens import as_claims, host_token, seat_token
from taphouse.service.games.kernel.host_powers import check_consent
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.replacing import sitting_at


class Hosting:
    """The host's use cases, and narrowing of tokens.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Issues tokens.
    """

    def __init__(self, committer: Committer, reader: Reader, access: TokenIssuer) -> None:
        self._committer, self._reader, self._access = committer, reader, access

    async def open_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Open a seat, so that anyone can join; its occupant is removed."""
        digest = request_digest("open", game, seat, expected)
        return await self._committer.change(caller, game, expected, key, digest, emptied(seat, closed=False))

    async def close_seat(self, caller: Caller, game: str, seat: int, expected: int | None, key: str | None) -> Changed:
        """Close a seat, so that only the host can join; its occupant is removed."""
        digest = request_digest("close", game, seat, expected)
        return await self._committer.change(caller, game, expected, key, digest, emptied(seat, closed=True))

    async def upgrade_rules(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Move the game to the newest version of its rules."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            if viewer.seat is None and loaded.delayed_to is not None:
                raise Refused(NotSeated())
            event, newer = newest_rules(loaded)
            check_consent(loaded, viewer, ProposalKind.UPGRADE_RULES, self._reader.now_ms())
            return [Step(HOST, (event,), loaded.status, loaded.seats, loaded.state, rules=newer)]

        digest = request_digest("upgrade rules", game, expected)
        return await self._committer.change(caller, game, expected, key, digest, change)

    async def abandon(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Abandon the game: it ends without an outcome."""

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            check_host(loaded, viewer)
            check_consent(loaded, viewer, ProposalKind.UNSCORED, self._reader.now_ms())
            return [Step(HOST, (GameAbandoned(),), Status.ABANDONED, loaded.seats, loaded.state)]

        return await self._committer.change(
            caller, game, expected, key, request_digest("abandon", game, expected), change
        )

    async def reissue(
        self, caller: Caller, game: str, seat: int | None, expected: int | None, key: str | None
    ) -> TokenReissued:
        """Replace the token of a seat, or the host's own. An account can replace that of its own seat."""
        identity = await self._reader.identify(caller, game)
        account = account_of(identity)

        def check_lasting() -> None:
            if isinstance(identity, Claims) and identity.until is not None:
                raise Refused(NotHost(), NeedsLastingToken())

        def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            if seat is not None and account is not None and seat == viewer.seat:
                check_not_ended(loaded)
                return [_reissued(loaded, seat, SeatEnder.SELF)]
            check_host(loaded, viewer)
            check_lasting()
            if seat is None:
                host = msgspec.structs.replace(loaded.host, generation=loaded.host.generation + 1)
                return [Step(HOST, (HostTokenReplaced(),), loaded.status, loaded.seats, loaded.state, host=host)]
            sitting = sitting_at(loaded, seat)
            if sitting.bot and not sitting.away:
                refuse("seat", f"Seat {seat} is played by a bot, so it has no token.")
            if not sitting.taken:
                refuse("seat", f"Seat {seat} is not taken, so it has no token; join the game instead.")
            if loaded.terms.rated:
                refuse("seat", "In a rated game, only the player of a seat can replace its token.")
            check_consent(loaded, viewer, ProposalKind.REPLACE_PLAYER, self._reader.now_ms(), seat)
            return [_reissued(loaded, seat, SeatEnder.HOST)]

        digest = request_digest("reissue", game, seat, expected)
        after, viewer, _ = await self._committer.changed_game(caller, game, expected, key, digest, change)
        check_lasting()  # again, because a repeated request skips `change`
        access = self._access
        token = host_token(access, after) if seat is None else seat_token(access, after, seat).token
        seen = await self._reader.seen(after, viewer)
        return TokenReissued(self._reader.game_view(seen, viewer, caller.language), seat, token)

    async def narrow(self, caller: Caller, game: str, read_only: bool, until: datetime.datetime | None) -> NarrowToken:
        """Issue a token with fewer rights than the caller's, which expires no later than that."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        if until is not None and until.tzinfo is None:
            refuse("until", "The time needs an offset from UTC, such as 2030-01-01T00:00:00Z.")
        ends = None if until is None else int(until.timestamp() * 1000)
        if not read_only and ends is None:
            refuse("readOnly", "Give readOnly: true, until, or both.")
        if ends is not None and not self._reader.now_ms() < ends <= LATEST:
            refuse("until", "The time must be in the future, before the year 10000.")
        claims = as_claims(loaded, viewer, identity)
        if claims is None:
            raise Refused(NotSeated())
        claims = claims.narrower(read_only, ends)
        end = None if claims.until is None else moment(claims.until)
        return NarrowToken(self._access.token(claims), claims.read_only, end)


def emptied(seat: int, closed: bool) -> Change:
    """Open or close a seat before the game starts. Its occupant is removed, and a challenge to it withdrawn."""

    def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
        check_host(loaded, viewer)
        check_waiting(loaded)
        sitting = sitting_at(loaded, seat)
        if not sitting.taken and sitting.closed == closed and sitting.reserved is None:
            raise Refused(SeatUnchanged())
        events: tuple[Event, ...] = (SeatClosed(seat) if closed else SeatOpened(seat),)
        if sitting.held:
            end = SeatEnded(seat, SeatEnder.HOST, SeatEndReason.REMOVED)
            events, sitting = (end, *events), sitting.ended(end.ended_by, end.reason)
        seats = with_seat(with_asked(loaded.seats, ()), seat, sitting.empty(closed))
        return [Step(HOST, events, Status.WAITING, seats, None)]

    return change


def _reissued(loaded: LoadedGame, seat: int, by: SeatEnder) -> Step:
    """The version that replaces the token of a seat. An account that does it keeps the seat."""
    sitting = loaded.seats[seat - 1]
    newer = msgspec.structs.replace(
        sitting.ended(by, SeatEndReason.TOKEN_REPLACED),
        generation=sitting.generation + 1,
        player=sitting.player if by is SeatEnder.SELF else None,
    )
    seats, event = with_seat(loaded.seats, seat, newer), SeatTokenReplaced(seat, by)
    if by is SeatEnder.SELF:
        return Step(f"seat:{seat}", (event,), loaded.status, seats, loaded.state)
    others = [one for one in loaded.host.own if one[0] != seat]
    host = msgspec.structs.replace(loaded.host, own=(*others, (seat, newer.generation)))
    return Step(HOST, (event,), loaded.status, seats, loaded.state, host=host)


def newest_rules(loaded: LoadedGame) -> tuple[RulesUpgraded, Rules]:
    """The newest version of the game's rules, and the event of the move to it.

    Raises:
        Refused: The game has it already, or it does not accept the game's options or its position.
    """
    newest = loaded.game.newest
    if loaded.rules.version == newest:
        raise Refused(RulesNewest(version=newest))
    newer = loaded.versions[newest]
    refusal = newer.why_not_new(loaded.options, len(loaded.seats)) or why_not_from(
        newer, loaded.state or loaded.terms.begins
    )
    if refusal is not None:
        raise do_not_fit(loaded, refusal)
    return RulesUpgraded(newest), newer


def do_not_fit(loaded: LoadedGame, refusal: Refusal) -> Refused:
    """The refusal of a change for which the newest rules of a game do not fit."""
    problem = RulesDoNotFit(rules=(refusal.rule,), version=loaded.game.newest)
    return Refused(problem, because=lambda language: loaded.wordings[language].refusal(refusal))


def why_not_from(newer: Rules, state: Any) -> Refusal | None:
    """The reason why newer rules cannot continue from a position, judged by public knowledge: it must reveal nothing hidden."""
    if state is None:
        return None
    known = newer.known(state, None)
    outcome = newer.outcome(known)
    if outcome is not None:
        return Refusal(outcome.rule, WouldBeOver())
    return newer.why_not_from(known)
