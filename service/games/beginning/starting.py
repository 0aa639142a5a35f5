"""The use cases of a full table: its start, by the host or without them, and the host's part for a player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from taphouse.schema.concepts.sitting import Attendance, HostPresent, StartAwaited
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Changed
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotHost, NotSeated
from taphouse.schema.problems.reasons import NeedsLastingToken, NoHost
from taphouse.schema.problems.seats import SeatsNotTaken
from taphouse.schema.results import TokenReissued
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import HostTokenReplaced
from taphouse.schema.values.seats import Viewer
from taphouse.service.access.tokens import HOST, Claims, TokenIssuer
from taphouse.service.games.beginning.new_games import start_or_ask
from taphouse.service.games.encoding.seats import Host
from taphouse.service.games.kernel.checks import account_of, check_seated, check_waiting
from taphouse.service.games.kernel.committing import Committer, request_digest
from taphouse.service.games.kernel.game_tokens import host_token
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence, own_seats
from taphouse.service.games.kernel.steps import Step

Forget = Callable[..., Awaitable[None]]
"""Removes the webhooks of a `game`."""


class Starting:
    """Starts games, and gives the part of an absent host to a player.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Issues tokens.
        presence: Knows who is away.
        forget: Removes the webhooks of a game, whose URLs are the former host's.
    """

    def __init__(
        self, committer: Committer, reader: Reader, access: TokenIssuer, presence: Presence, forget: Forget
    ) -> None:
        self._committer, self._reader, self._access = committer, reader, access
        self._presence, self._forget = presence, forget

    async def attendance(self, caller: Caller, game: str) -> Attendance:
        """The players and the host who are away from a game that waits."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        await self._presence.here(loaded, self._reader.viewer(loaded, identity))
        away = await self._presence.away(loaded)
        return Attendance(self._presence.after(loaded), away.host, tuple(sorted(away.seats)))

    async def start_game(self, caller: Caller, game: str, expected: int | None, key: str | None) -> Changed:
        """Start a game whose seats are all taken, or ask those who are away, or agree if the caller was."""
        digest = request_digest("start", game, expected)
        return await self._committer.change(caller, game, expected, key, digest, self._started)

    async def take_host(self, caller: Caller, game: str, expected: int | None, key: str | None) -> TokenReissued:
        """Make a player the host of a game that waits, whose host is away."""
        identity = await self._reader.identify(caller, game)
        judged = False

        def check_lasting() -> None:
            if isinstance(identity, Claims) and identity.until is not None:
                raise Refused(NotSeated(), NeedsLastingToken())

        async def change(loaded: LoadedGame, viewer: Viewer) -> list[Step]:
            nonlocal judged
            seat = check_seated(viewer)
            check_waiting(loaded)
            check_lasting()
            if loaded.agreements.quick is not None:
                raise Refused(NotHost(), NoHost())
            if viewer.host or not (await self._presence.away(loaded)).host:
                raise Refused(HostPresent(away_after=self._presence.after(loaded)))
            judged = True
            await self._presence.here(loaded, viewer)
            own = ((seat, loaded.seats[seat - 1].generation),)
            host = Host(loaded.host.generation + 1, account_of(identity), own, loaded.seats[seat - 1].profile)
            return [
                Step(f"seat:{seat}", (HostTokenReplaced(by_seat=seat),), Status.WAITING, loaded.seats, None, host=host)
            ]

        digest = request_digest("take host", game, expected)
        after, viewer, _ = await self._committer.changed_game(caller, game, expected, key, digest, change)
        check_lasting()  # again, because a repeated request skips `change`
        if judged:
            await self._forget(game=game)
        seen = self._reader.game_view(after, viewer, caller.language)
        return TokenReissued(seen, None, host_token(self._access, after))

    async def _started(self, loaded: LoadedGame, viewer: Viewer) -> list[Step]:
        if not viewer.host and viewer.seat is None:
            raise Refused(NotHost())
        check_waiting(loaded)
        free = tuple([number for number, sitting in enumerate(loaded.seats, 1) if not sitting.taken])
        if free:
            raise Refused(SeatsNotTaken(free_seats=free))
        await self._presence.here(loaded, viewer)
        asked = {seat for seat, sitting in enumerate(loaded.seats, 1) if sitting.asked}
        away, own = await self._presence.away(loaded), set(own_seats(loaded))
        agree = {viewer.seat} | (own if viewer.host else set())
        awaited = (asked | away.seats) - agree
        if not viewer.host and away.host:  # the table said that it can start without the host
            awaited -= own
        elif not viewer.host and not asked & agree:
            raise Refused(HostPresent(away_after=self._presence.after(loaded)))
        if awaited and awaited == asked:
            raise Refused(StartAwaited(seats=tuple(sorted(asked))))
        who = HOST if viewer.seat is None else f"seat:{viewer.seat}"
        return [start_or_ask(loaded, loaded.seats, awaited, who)]
