"""Rematches: the next game with the same seats, accounts and options, and the tokens of its seats."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection

from msgspec.structs import replace

from taphouse.engine.chance import SALT_BYTES, SEED_BYTES, commitment
from taphouse.engine.editions import Edition
from taphouse.schema.concepts.agreements import (
    NoRematch,
    ProposalReason,
    ProposalRefused,
    RematchAgreed,
    RematchBegun,
    RematchGivenAway,
    RematchMade,
    RematchTaken,
)
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.values.games import Origin, OriginKind
from taphouse.schema.values.seats import Role, SeatToken, Viewer
from taphouse.service.access.tokens import HOST, SERVICE, Claims, TokenIssuer
from taphouse.service.games.beginning.new_games import NewGame, NewGames
from taphouse.service.games.beginning.seats import Admits
from taphouse.service.games.encoding.agreements import NONE, Proposed
from taphouse.service.games.encoding.seats import Sitting
from taphouse.service.games.kernel.checks import account_of, check_not_lost
from taphouse.service.games.kernel.committing import request_digest
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.games.seating.hosting import do_not_fit
from taphouse.service.store.protocol import Key, Repeated


class Rematching:
    """Gives the tokens of rematches.

    Args:
        reader: Loads games.
        access: Issues tokens.
    """

    def __init__(self, reader: Reader, access: TokenIssuer) -> None:
        self._reader, self._access = reader, access

    async def take_rematch(self, caller: Caller, game: str) -> RematchTaken:
        """The caller's tokens of the next game: those of the role that they have in this one, with the same restrictions."""
        identity = await self._reader.identify(caller, game)
        loaded = await self._reader.now(game, caller)
        viewer = self._reader.viewer(loaded, identity)
        check_not_lost(viewer, identity)
        if identity is None or (viewer.seat is None and not viewer.host):
            raise Refused(NotSeated())
        if loaded.agreements.rematch is None:
            raise Refused(NoRematch())
        then = await self._reader.now(loaded.agreements.rematch)
        read_only = isinstance(identity, Claims) and identity.read_only
        seat = None if viewer.seat is None else _moved_on(viewer.seat, len(then.seats))
        if seat is not None and (then.seats[seat - 1].generation != 1 or then.seats[seat - 1].bot):
            seat = None  # the host of the next game has given it to somebody else
        hosts = viewer.host and then.host.generation == 1
        if seat is None and not hosts:
            raise Refused(NotSeated(), RematchGivenAway())

        def token(who: str) -> str:
            return self._access.token(Claims(then.id, who, 1).narrower(read_only, identity.until))

        taker = Viewer(Role.HOST if seat is None else Role.SEAT, seat, hosts, read_only)
        seen = self._reader.game_view(await self._reader.seen(then, taker), taker, caller.language)
        mine = None if seat is None else SeatToken(seat, then.seats[seat - 1].name, token(f"seat:{seat}"))
        return RematchTaken(seen, mine, token(HOST) if hosts else None)


class Rematches:
    """Creates rematches.

    Args:
        new_games: Stores new games.
        reader: Loads games.
        editions: The editions of all games.
        access: Derives the ids of games.
        admits: Refuses accounts that may take no seat; None if all may.
    """

    def __init__(
        self,
        new_games: NewGames,
        reader: Reader,
        editions: Editions,
        access: TokenIssuer,
        admits: Admits | None = None,
    ) -> None:
        self._new_games, self._reader, self._editions, self._access = new_games, reader, editions, access
        self._admits = admits

    async def judge(self, loaded: LoadedGame, _made: Proposed, caller: Caller) -> Callable[[Step], Awaitable[Step]]:
        """Judge a proposed rematch. Bots accept it."""
        if loaded.agreements.rematch is not None:
            problem = ProposalRefused(proposal_reason=ProposalReason.REMATCH_MADE)
            raise Refused(problem, RematchMade(loaded.agreements.rematch))
        edition = await self._editions.by_digest(loaded.record.kind, loaded.terms.edition, self._reader.store)
        refusal = loaded.versions[loaded.game.newest].why_not_new(loaded.terms.options, len(loaded.seats))
        if refusal is not None:
            raise do_not_fit(loaded, refusal)

        async def agree(step: Step) -> Step:
            next_game = await self._rematch(loaded, edition, caller)
            agreements = replace(step.agreements or NONE, rematch=next_game)
            return replace(step, events=(*step.events, RematchAgreed(next_game)), agreements=agreements)

        return agree

    async def _rematch(self, loaded: LoadedGame, edition: Edition, caller: Caller) -> str:
        """Create the next game, and return its id, which derives from this game's id: so there is only one, whatever fails.

        It counts against the quotas of the caller. No client can send this idempotency key, because of the colon.
        """
        name = f"rematch:{loaded.id}"
        key = Key(SERVICE, name, request_digest(name))
        id_, *older = self._access.game_ids(name)
        for candidate in (id_, *older):  # the older ids are from before the signing key was rotated
            if isinstance((await self._reader.load(candidate, key)).earlier, Repeated):
                return candidate
        identity = await self._reader.identify(caller)
        banned = await self._banned({account_of(identity), *(sitting.player for sitting in loaded.seats)})
        secret, salt = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SALT_BYTES)
        new = NewGame(
            game=loaded.game,
            edition=edition,
            rules=loaded.versions[loaded.game.newest],
            options=loaded.terms.options,
            seats=tuple([_again(sitting, banned) for sitting in (*loaded.seats[1:], loaded.seats[0])]),
            visibility=loaded.terms.visibility,
            seed=secret,
            seeded=False,
            salt=salt,
            commitment=commitment(secret, salt),
            origin=Origin(OriginKind.REMATCH, loaded.id, loaded.version),
            events=(RematchBegun(loaded.id),),
            undo=loaded.terms.undo,
            timing=loaded.terms.timing,
            advice=loaded.terms.advice,
            people_only=loaded.terms.people_only,
            language=loaded.terms.language,
            powers=loaded.terms.powers,
            spectator_delay=loaded.terms.spectator_delay,
            spectator_delay_minutes=loaded.terms.spectator_delay_minutes,
            rated=loaded.terms.rated and not any(one.taken and one.player is None for one in loaded.seats),
        )
        player = account_of(identity)
        await self._new_games.write(caller, None if player in banned else player, loaded.host.player, id_, key, new)
        return id_

    async def _banned(self, accounts: Collection[str | None]) -> frozenset[str]:
        """Those of some accounts that may take no seat."""
        banned = set[str]()
        if self._admits is not None:
            for account in accounts:
                try:
                    if account is not None:
                        await self._admits(account)
                except Refused:
                    banned.add(str(account))
        return frozenset(banned)


def _again(sitting: Sitting, banned: Collection[str]) -> Sitting:
    """A seat of the next game: the same player, even if they are absent now or have resigned, or the same bot.

    The seat of a player who is banned is free.
    """
    if not sitting.taken or sitting.player in banned:
        return Sitting(None, False, closed=sitting.closed)
    bot = None if sitting.away else sitting.bot
    return Sitting(
        sitting.name,
        True,
        bot=bot,
        player=sitting.player,
        brewery=sitting.brewery,
        program=sitting.program,
        profile=sitting.profile,
    )


def _moved_on(seat: int, seats: int) -> int:
    """The number of a seat in the next game: seat 2 becomes seat 1, and seat 1 the last one."""
    return (seat - 2) % seats + 1
