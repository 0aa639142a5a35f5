"""Reports to the feed the games that begin, end or are taken back: each at least once, whatever fails.

The reminder of a beginning or an end names its version, so an instance that claims it finds in the log whether that was
committed. A rated game is rated first, so that its end has the ratings; or taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from taphouse.engine.contract import Outcome, Standing
from taphouse.engine.messages import ENGLISH
from taphouse.engine.vocabulary import constant
from taphouse.schema.concepts.feed import FeedEventKind
from taphouse.schema.concepts.webhooks import WebhookEvent
from taphouse.schema.failures import Damaged
from taphouse.schema.values.games import Status
from taphouse.schema.values.seats import SPECTATOR
from taphouse.schema.values.versions import epoch_at
from taphouse.service.feed.stored import FeedBody, StoredResult, pack, shown_results
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.reminded_games import RemindedGames
from taphouse.service.games.kernel.steps import Step
from taphouse.service.persons.rating import RATED, points_in
from taphouse.service.persons.rating_games import RatingGames, players
from taphouse.service.persons.stored import Rated, person_name
from taphouse.service.persons.stored import unpack as unpack_person
from taphouse.service.store.protocol import FEED, RATINGS, Due
from taphouse.service.webhooks.notices import Announce
from taphouse.service.webhooks.stored import Delivery, short_id

TOLD = {
    Status.RUNNING: FeedEventKind.BEGUN,
    Status.OVER: FeedEventKind.ENDED,
    Status.ABANDONED: FeedEventKind.ABANDONED,
}
"""The events by the status to which a game comes."""


class Tellable(Struct, frozen=True):
    """A version at which a game may have begun or ended: the member of a reminder."""

    game: str
    event: str
    version: int

    def __str__(self) -> str:
        return f"{self.game} {self.event} {self.version}"

    @classmethod
    def of(cls, member: str) -> Tellable:
        """The version that a member of the queue names.

        Raises:
            Damaged: It names none.
        """
        game, _, rest = member.partition(" ")
        event, _, version = rest.partition(" ")
        if event not in FeedEventKind.__members__ or not version.isdecimal():
            raise Damaged("The queue of the feed names something else.")
        return cls(game, event, int(version))


class Telling(RemindedGames):
    """Reports to the feed what happens in this instance, and what others left.

    Args:
        reader: Loads games.
        rating: Rates games; None if none are rated.
        announce: Announces events to webhooks; None if there are none.
    """

    def __init__(self, reader: Reader, rating: RatingGames | None, announce: Announce | None) -> None:
        super().__init__(reader, FEED, 1)
        self._rating, self._announce = rating, announce

    async def remind_of(self, loaded: LoadedGame, steps: Sequence[Step]) -> list[Due]:
        """Set reminders of the versions that change the status of a game. Call it before committing them."""
        found, status = list[Due](), loaded.status if loaded.version else Status.WAITING
        if not loaded.version and steps[-1].status not in (Status.WAITING, Status.RUNNING):
            return found  # a finished game was imported
        for version, step in enumerate(steps, loaded.version + 1):
            if step.status is not status and step.status in TOLD:
                found.append(await self.remind(str(Tellable(loaded.id, TOLD[step.status].value, version))))
            status = step.status
        return found

    async def remind_of_annulment(self, loaded: LoadedGame) -> Due:
        """Set the reminder that a game is taken back. Call it before that."""
        return await self.remind(str(Tellable(loaded.id, FeedEventKind.ANNULLED.value, loaded.version)))

    async def do(self, due: Due) -> None:
        """Report a version to the feed, if it was committed, and then remove the reminder.

        Raises:
            StoreUnavailable: The store does not answer. What was reported is not reported again.
            Unreadable: The game cannot be read here.
            Busy: Other games of a player were rated first every time.
        """
        asked = Tellable.of(due.member)
        (record,) = await self._store.records([asked.game])
        if isinstance(record, Exception):
            raise record
        if record is not None and record.version >= asked.version:
            loaded = await self._reader.open(asked.game, record)
            then = await self._reader.as_of(loaded, asked.version)
            event, at = FeedEventKind[asked.event], None
            if event is FeedEventKind.ANNULLED:
                at = None if self._rating is None else await self._rating.annulled_at(asked.game)
            elif TOLD.get(then.status) is event:
                at = then.record.updated
            if at is not None:
                body = await self._body(loaded, then, event, at)
                id_ = short_id(body.game, body.version, body.epoch, body.event)
                await self._store.tell(id_, pack(body))
                if self._announce is not None:
                    await self._announce(id_, _delivery(id_, body))
        await self._store.settle(due)

    async def _body(self, loaded: LoadedGame, then: LoadedGame, event: FeedEventKind, at: int) -> FeedBody:
        """The event of a version, with the results unless the game began with it."""
        results: tuple[StoredResult, ...] = ()
        outcome: Outcome | None = None
        if event is not FeedEventKind.BEGUN:
            view = self._reader.game_view(then, SPECTATOR, ENGLISH)
            outcome = view.outcome
            standings = {} if outcome is None else {one.seat: one for one in outcome.standings}
            ratings = await self._ratings(loaded, event)
            ended = [(standings.get(seat), rating) for seat, rating in enumerate(ratings, 1)]
            results = tuple([_result(*one) for one in ended])
        epoch = epoch_at(loaded.record.epochs, then.version)
        victory, stake = (None, None) if outcome is None else (outcome.victory.value, outcome.stake)
        known = loaded.id, loaded.record.kind, then.version, epoch, at, loaded.terms.rated
        return FeedBody(event.value, *known, results, victory, stake)

    async def _ratings(self, loaded: LoadedGame, event: FeedEventKind) -> list[int | None]:
        """The rating of each seat after an event of a rated game, which counts now unless it did before; None for others."""
        found = list[int | None]([None] * len(loaded.seats))
        if self._rating is None or not loaded.terms.rated:
            return found
        await self._rating.do(Due(loaded.id, "", RATINGS))
        accounts = players(loaded)
        held = {seat: account for seat, account in enumerate(accounts) if account is not None}
        stored = await self._store.items([person_name(account) for account in held.values()])
        for seat, items in zip(held, stored, strict=True):
            if (name := RATED + loaded.record.kind) in items:
                points = points_in(unpack_person(Rated, items[name]).recent)
                back = event is FeedEventKind.ANNULLED
                found[seat] = next(
                    (one.rating for one in points if one.game == loaded.id and (not one.place) == back), None
                )
        return found


def _result(standing: Standing | None, rating: int | None) -> StoredResult:
    return (
        StoredResult(None, None, rating) if standing is None else StoredResult(standing.place, standing.points, rating)
    )


def _delivery(id_: str, body: FeedBody) -> Delivery:
    """An event for a webhook, whose receiver gets what the feed has."""
    begins = body.event == FeedEventKind.BEGUN.value
    event = WebhookEvent.GAME_STARTED if begins else WebhookEvent.GAME_OVER
    more = {
        "id": id_,
        "event": body.event,
        "kind": constant(body.kind),
        "rated": body.rated,
        "results": shown_results(body),
        "victory": body.victory,
        "stake": body.stake,
    }
    return Delivery(
        event.value, body.game, body.version, None, body.at, epoch=body.epoch, more=msgspec.json.encode(more)
    )
