"""The use case of creating a game, from a set-up or from the last position of a record."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from taphouse.engine.chance import IN_ORDER, SALT_BYTES, SEED_BYTES, commitment, seed_from
from taphouse.engine.contract import Refusal, Rules
from taphouse.engine.editions import Edition
from taphouse.engine.game import Game
from taphouse.engine.records.record import RecordError
from taphouse.engine.vocabulary import pascal
from taphouse.schema.failures import Refused
from taphouse.schema.inputs import DELAY_MINUTES_TEXT, DELAY_TEXT, MOST_DELAY, MOST_DELAY_MINUTES, MOST_SEED
from taphouse.schema.ports import Caller
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.results import GameCreated
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import LANGUAGE, GameKind, HostPowers, Origin, OriginKind, StartOption, Visibility
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

RATES_NOTHING = "This service rates no games. Leave `rated` out."
"""The refusal of a rated game where ratings are off."""


_LANGUAGE = re.compile(LANGUAGE)


def check_ratable(game: Game) -> None:
    """Refuse rated games of a kind whose places do not compare the players."""
    if not game.about.every_seat_for_itself:
        refuse("rated", f"No game of {game.about.title} is rated, because its players win or lose together.")


class GameChosen(Struct, frozen=True):
    """A game that a client asks for."""

    game: Game
    edition: Edition
    rules: Rules
    options: Any

    def refused(self, refusal: Refusal, language: str) -> Refused:
        """The refusal of options with which the seats cannot begin."""
        message = wording(self.game, self.edition, language).refusal(refusal)
        return Refused(InputRefused(message=message, rules=(refusal.rule,), argument="game"))


class Choosing:
    """Finds the games that clients ask for.

    Args:
        games: The games by kind.
        editions: Their editions.
    """

    def __init__(self, games: Mapping[str, Game], editions: Editions) -> None:
        self._games = {game.about.name: (kind, game) for kind, game in games.items()}
        self._editions = editions

    def chosen(self, kind: GameKind, options: dict[str, Any], edition: str | None) -> GameChosen:
        """The game that a client asks for.

        Raises:
            Refused: The game has no such options, or no such edition.
        """
        slug, game = self._games[pascal(kind)]  # a field of GraphQL does not tell `GAME_2048` from `GAME2048`
        try:
            chosen = msgspec.convert(options, game.about.options)
        except msgspec.ValidationError as error:
            refuse("game", f"Invalid options for {game.about.title}: {error}.")
        offered = self._editions.offered[slug]
        if edition is not None and edition not in offered:
            refuse(
                "edition", f"{game.about.title} has no edition {edition[:40]!r}; its editions are {', '.join(offered)}."
            )
        used = offered[edition] if edition is not None else next(iter(offered.values()))
        return GameChosen(game, used, game.rules(used), chosen)


class Creating:
    """Creates games.

    Args:
        new_games: Stores new games.
        reader: Loads games.
        editions: The editions of all games.
        ratings: True if there are rated games.
    """

    def __init__(self, new_games: NewGames, reader: Reader, editions: Editions, ratings: bool = False) -> None:
        self._new_games, self._reader, self._editions, self._ratings = new_games, reader, editions, ratings
        self._choosing = Choosing(reader.games, editions)

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
        rated: bool = False,
        language: str | None = None,
        spectator_delay: int = 0,
        spectator_delay_minutes: int = 0,
    ) -> GameCreated:
        """Create a game. Its id derives from the idempotency key, so a repeated request finds the same game."""
        identity = await self._reader.identify(caller)
        player = account_of(identity)
        asked = self._choosing.chosen(kind, options, edition)
        game, used, chosen = asked.game, asked.edition, asked.options
        check_seats(seats, game)
        if people_only:
            check_people(seats, identity)
        if seed is not None and not 1 <= len(seed) <= MOST_SEED:
            refuse("seed", f"A seed must have 1 to {MOST_SEED} characters.")
        if language is not None and not _LANGUAGE.fullmatch(language):
            refuse("language", "Give the two or three letters of an ISO 639 code, such as `de`.")
        if position is None:
            refusal = asked.rules.why_not_new(chosen, len(seats))
            if refusal is not None:
                raise asked.refused(refusal, caller.language)
        timing = None if clock is None else agreed(clock)
        usual = usual_terms(seats)
        advice, powers = advice or usual[0], powers or usual[1]
        if rated:
            self._check_rated(game, seats, player, undo, advice, powers, chosen=seed or position)
        if not 0 <= spectator_delay <= MOST_DELAY:
            refuse("spectatorDelay", DELAY_TEXT)
        if not 0 <= spectator_delay_minutes <= MOST_DELAY_MINUTES:
            refuse("spectatorDelayMinutes", DELAY_MINUTES_TEXT)
        delays = spectator_delay, spectator_delay_minutes
        agreed_on = undo.value, start.value, advice.value, people_only, powers.value, rated, language, *delays
        more = visibility.value, player, position, clock, *agreed_on
        digest = request_digest("create", kind, options, seats, edition, seed, *more)
        id_, store_key, done = await self._new_games.begin(caller, key, digest)
        if done is not None:
            return await self._new_games.recreated(*done, caller.language)
        secret = seed_from(seed) if seed is not None else secrets.token_bytes(SEED_BYTES)
        salt = secrets.token_bytes(SALT_BYTES)
        new = NewGame(
            game=game,
            edition=used,
            rules=asked.rules,
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
            rated=rated,
            language=language,
            spectator_delay=spectator_delay,
            spectator_delay_minutes=spectator_delay_minutes,
            asked=seats,
        )
        if position is not None:
            new = await self._from(position, new, edition, caller)
        return await self._new_games.create(caller, player, id_, store_key, new)

    def _check_rated(
        self,
        game: Game,
        seats: Sequence[SeatAsked],
        player: str | None,
        undo: UndoOption,
        advice: Advice,
        powers: HostPowers,
        chosen: str | None,
    ) -> None:
        """Refuse terms under which a result says nothing about its players. `chosen` is a seed or position of the creator."""
        if not self._ratings:
            refuse("rated", RATES_NOTHING)
        if player is None:
            refuse("rated", "A rated game needs an account. Send the token of your login.")
        check_ratable(game)
        kinds = [seat.kind for seat in seats]
        if len(kinds) < 2 or SeatKind.BOT in kinds or kinds.count(SeatKind.MINE) > 1:
            refuse("seats", "A rated game has two or more seats: at most one of yours, and otherwise open ones.")
        if chosen is not None:
            refuse("rated", "A rated game begins from a shuffle that nobody knows. Leave `seed` and `position` out.")
        if undo is UndoOption.FREE:
            refuse("undo", "In a rated game, moves are taken back by consent. Ask for CONSENT or NEVER.")
        if advice is not Advice.NONE:
            refuse("advice", "In a rated game, the service gives no advice. Ask for NONE, or leave `advice` out.")
        if powers is not HostPowers.AGREED:
            refuse("powers", "In a rated game, the players agree. Ask for AGREED, or leave `powers` out.")

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
