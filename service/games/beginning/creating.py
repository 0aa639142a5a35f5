"""The use case of creating a game, from a set-up or from the last position of a record."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from taphouse.engine.chance import IN_ORDER, SALT_BYTES, SEED_BYTES, commitment, seed_from
from taphouse.engine.game import Game
from taphouse.engine.records.record import RecordError
from taphouse.engine.vocabulary import pascal
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import MOST_SEED
from taphouse.schema.ports import Caller
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.results import GameCreated
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import GameKind, HostPowers, Origin, OriginKind, StartOption, Visibility
from taphouse.schema.values.lifecycle import PositionTaken
from taphouse.schema.values.new_games import SeatAsked
from taphouse.schema.values.seats import SeatKind
from taphouse.schema.words import wording
from taphouse.service.games.beginning.new_games import NewGame, NewGames
from taphouse.service.games.beginning.seats import (
    check_number,
    check_people,
    check_seats,
    sittings,
    usual_terms,
)
from taphouse.service.games.beginning.sources import check_recorded
from taphouse.service.games.clocks.timekeeping import agreed
from taphouse.service.games.kernel.checks import account_of, refuse
from taphouse.service.games.kernel.committing import request_digest
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.records import verifying


class Creating:
    """Creates games.

    Args:
        new_games: Stores new games.
        reader: Loads games.
        editions: The editions of all games.
    """

    def __init__(self, new_games: NewGames, reader: Reader, editions: Editions) -> None:
        self._new_games, self._reader, self._editions = new_games, reader, editions
        self._games = {game.about.name: (kind, game) for kind, game in reader.games.items()}

    async def create(
        self,
        caller: Caller,
        kind: GameKind,
        options: dict[str, Any],
        seats: Sequence[SeatAsked],
        edition: str | None,
        seed: str | None,
        visibility: Visibility,
        position: str | None,
        key: str | None,
        clock: NewClock | None = None,
        undo: UndoOption = UndoOption.FREE,
        start: StartOption = StartOption.WHEN_FULL,
        advice: Advice | None = None,
        people_only: bool = False,
        powers: HostPowers | None = None,
    ) -> GameCreated:
        """Create a game. Its id derives from the idempotency key, so a repeated request finds the same game."""
        identity = await self._reader.identify(caller)
        player = account_of(identity)
        slug, game = self._games[pascal(kind)]  # a field of GraphQL does not tell `GAME_2048` from `GAME2048`
        chosen = _options(options, game)
        check_seats(seats, game)
        if people_only:
            check_people(seats, identity)
        offered = self._editions.offered[slug]
        if edition is not None and edition not in offered:
            refuse(
                "edition", f"{game.about.title} has no edition {edition[:40]!r}; its editions are {', '.join(offered)}."
            )
        if seed is not None and not 1 <= len(seed) <= MOST_SEED:
            refuse("seed", f"A seed must have 1 to {MOST_SEED} characters.")
        used = offered[edition] if edition is not None else next(iter(offered.values()))
        rules = game.rules(used)
        if position is None:
            refusal = rules.why_not_new(chosen, len(seats))
            if refusal is not None:
                message = wording(game, used, caller.language).refusal(refusal)
                raise Refused(InputRefused(message=message, rules=(refusal.rule,), argument="game"))
        timing = None if clock is None else agreed(clock)
        usual = usual_terms(seats)
        advice, powers = advice or usual[0], powers or usual[1]
        agreed_on = undo.value, start.value, advice.value, people_only, powers.value
        more = visibility.value, player, position, clock, *agreed_on
        digest = request_digest("create", kind, options, seats, edition, seed, *more)
        id_, store_key, done = await self._new_games.begin(caller, key, digest)
        if done is not None:
            return done
        secret = seed_from(seed) if seed is not None else secrets.token_bytes(SEED_BYTES)
        salt = secrets.token_bytes(SALT_BYTES)
        new = NewGame(
            game=game,
            edition=used,
            rules=rules,
            options=chosen,
            seats=sittings(seats, identity),
            visibility=visibility,
            seed=secret,
            seeded=seed is not None,
            salt=salt,
            commitment=commitment(secret, salt),
            timing=timing,
            undo=undo,
            start=start,
            own=tuple([(seat, 1) for seat, one in enumerate(seats, 1) if one.kind is SeatKind.MINE]),
            advice=advice,
            people_only=people_only,
            powers=powers,
        )
        if position is not None:
            new = await self._from(position, new, edition, caller)
        return await self._new_games.create(caller, player, id_, store_key, new)

    async def _from(self, position: str, new: NewGame, edition: str | None, caller: Caller) -> NewGame:
        """A new game that begins from the last position of a record instead."""
        sent = await verifying.read("position", position, self._reader.games, self._editions, caller.scheduler)
        await check_recorded(sent.source.record, self._reader)
        if sent.game is not new.game:
            refuse("game", f"The position is one of {sent.game.about.title}.")
        if edition is not None and sent.edition is not new.edition:
            refuse("edition", f"The position has the edition {sent.edition.name!r}. Name this one, or none.")
        replay = sent.replay()
        if new.options not in (replay.options, new.game.about.options()):
            refuse("game", "The position has other options. Give the same ones, or the defaults.")
        state: Any = None
        async for one in sent.positions(replay, caller.scheduler):
            state = one.state
        if replay.rules.decision(state) is None:
            sent.refuse(RecordError("The game is over at its end. Give only the beginning.", "result"))
        check_number(new.seats, len(sent.source.record.seats))
        return msgspec.structs.replace(
            new,
            edition=sent.edition,
            rules=replay.rules,
            options=replay.options,
            origin=Origin(OriginKind.POSITION),
            begins=replay.rules.reshuffled(state, IN_ORDER),
            events=(PositionTaken(sent.source.record.moves),),
        )


def _options(options: dict[str, Any], game: Game) -> Any:
    try:
        return msgspec.convert(options, game.about.options)
    except msgspec.ValidationError as error:
        return refuse("game", f"Invalid options for {game.about.title}: {error}.")
