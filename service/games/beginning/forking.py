"""The use case of forking a game: a new one begins from a position of it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from taphouse.engine.chance import IN_ORDER, SALT_BYTES, SEED_BYTES, Chance, commitment
from taphouse.schema.failures import Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.callers import NotSeated
from taphouse.schema.problems.games import GameNotStarted, VersionNotFound
from taphouse.schema.problems.reasons import SeatsOfOthers
from taphouse.schema.results import GameCreated
from taphouse.schema.values.games import Origin, OriginKind, Status, Visibility
from taphouse.schema.values.lifecycle import GameForked
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import Viewer
from taphouse.service.games.beginning.new_games import NewGame, NewGames
from taphouse.service.games.beginning.seats import check_number, check_seats, kept, sittings, usual_terms
from taphouse.service.games.beginning.sources import check_source
from taphouse.service.games.kernel.checks import account_of, refuse
from taphouse.service.games.kernel.committing import request_digest
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader

MOST_TOKENS = 16
"""The most tokens of seats in one request."""


class Forking:
    """Forks games.

    Args:
        new_games: Stores new games.
        reader: Loads games.
        editions: The editions of all games.
    """

    def __init__(self, new_games: NewGames, reader: Reader, editions: Editions) -> None:
        self._new_games, self._reader, self._editions = new_games, reader, editions

    async def fork(
        self,
        caller: Caller,
        source: str,
        at: int | None,
        seat_tokens: Sequence[str],
        seats: Sequence[SeatAsked] | None,
        visibility: Visibility,
        key: str | None,
    ) -> GameCreated:
        """Create a game from a position of another one. See docs/decisions/0028-a-fork-begins-from-a-position.md."""
        identity = await self._reader.identify(caller, source)
        player = account_of(identity)
        if len(seat_tokens) > MOST_TOKENS:
            refuse("seatTokens", f"Send at most {MOST_TOKENS} tokens.")
        digest = request_digest("fork", source, at, seat_tokens, seats, visibility.value, player)
        id_, store_key, done = await self._new_games.begin(caller, key, digest)
        if done is not None:
            return await self._new_games.recreated(*done, caller.language)
        loaded = await self._reader.now(source)
        viewer = self._reader.viewer(loaded, identity)
        if loaded.state is not None and loaded.status is not Status.OVER:
            # Before `at` is looked up, so that a refused client does not learn which versions there are.
            check_source(loaded)
            held = [viewer, *[await self._holder(loaded, token) for token in seat_tokens]]
            _check_all_seats(loaded, {one.seat for one in held if not one.read_only})
        then = loaded if at is None or at == loaded.version else await self._version(loaded, at)
        if then.state is None:
            raise Refused(GameNotStarted(open_seats=_open_seats(then)))
        if then.rules.decision(then.state) is None:
            refuse("at", f"The game is over at version {then.version}. Name an earlier version.")
        if seats is None:
            seats = kept(
                [(seat.name, seat.brewery, None if seat.held else seat.bot, seat.program) for seat in then.seats]
            )
        check_seats(seats, loaded.game)
        check_number(seats, len(loaded.seats))
        if any(seat.challenge is not None for seat in seats):
            refuse("seats", "A fork challenges nobody. Invite players to its open seats.")
        secret, salt = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SALT_BYTES)
        advice, powers = usual_terms(seats)
        new = NewGame(
            game=loaded.game,
            edition=await self._editions.by_digest(loaded.record.kind, loaded.terms.edition, self._reader.store),
            rules=then.rules,
            options=loaded.options,
            seats=sittings(seats, identity),
            visibility=visibility,
            seed=secret,
            seeded=False,
            salt=salt,
            commitment=commitment(secret, salt),
            origin=Origin(OriginKind.FORK, loaded.id, then.version),
            begins=_begins(loaded, then),
            events=(GameForked(loaded.id, then.version),),
            undo=loaded.terms.undo,
            advice=advice,
            powers=powers,
        )
        return await self._new_games.create(caller, player, id_, store_key, new)

    async def _version(self, loaded: LoadedGame, at: int) -> LoadedGame:
        if not 1 <= at < loaded.version:
            raise Refused(VersionNotFound(version=loaded.version))
        return await self._reader.as_of(loaded, at)

    async def _holder(self, loaded: LoadedGame, token: str) -> Viewer:
        """The part that the holder of a token has in a game.

        Raises:
            Refused: The token is not valid.
        """
        return self._reader.viewer(loaded, await self._reader.identify(Caller(token=token), loaded.id))


def _open_seats(loaded: LoadedGame) -> tuple[int, ...]:
    return tuple([number for number, sitting in enumerate(loaded.seats, 1) if sitting.open])


def _begins(loaded: LoadedGame, then: LoadedGame) -> Any:
    """The position of a fork. Unless the game is over, everything that only bots know is drawn anew: it must stay secret."""
    bots = [number for number, sitting in enumerate(loaded.seats, 1) if not sitting.held]
    state = then.state
    if bots and loaded.status is not Status.OVER:
        state = then.rules.reshuffled(state, Chance(secrets.token_bytes(SEED_BYTES)), bots)
    return then.rules.reshuffled(state, IN_ORDER)


def _check_all_seats(loaded: LoadedGame, held: set[int | None]) -> None:
    """Check that a caller holds all seats that people hold in a game."""
    people = [number for number, sitting in enumerate(loaded.seats, 1) if sitting.held]
    missing = tuple([number for number in people if number not in held])
    if missing:
        raise Refused(NotSeated(), SeatsOfOthers(missing))
