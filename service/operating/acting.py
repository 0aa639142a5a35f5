"""The use cases by which operators end games and talk, take games back, and act on accounts."""

from __future__ import annotations

import datetime

from taphouse.schema.concepts.operators import NotRated, OperatorAccount, OperatorGame, OperatorScope
from taphouse.schema.concepts.talk import TalkMode, TalkSet
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import Caller
from taphouse.schema.problems.games import GameOver
from taphouse.schema.results import AccountDeleted
from taphouse.schema.values.games import Status
from taphouse.schema.values.lifecycle import GameAbandoned
from taphouse.schema.values.seats import SPECTATOR
from taphouse.service.access.tokens import SERVICE
from taphouse.service.games.deleting.deletions import Deletions
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import MOST_TRIES, Committer, FeedOfGames, request_digest
from taphouse.service.games.kernel.loaded_game import ENDED, LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.steps import Step
from taphouse.service.operating.admitting import Operators
from taphouse.service.operating.finding import ACCOUNT, Finding, check_apart, managed
from taphouse.service.persons.rating_games import RatingGames
from taphouse.service.persons.sanctions import BANNED, MUTED, Sanctions
from taphouse.service.persons.stored import Sanction
from taphouse.service.store.protocol import Key, Repeated


class Acting:
    """Carries out what operators decide.

    Args:
        operators: Admits operators.
        reader: Loads games.
        committer: Commits changes.
        finding: Finds and shows games and accounts.
        sanctions: Keeps who is muted and banned.
        rating: Takes games back.
        telling: Reports them to the feed; None without one.
        deletions: Deletes accounts.
    """

    def __init__(
        self,
        operators: Operators,
        reader: Reader,
        committer: Committer,
        finding: Finding,
        sanctions: Sanctions,
        rating: RatingGames,
        telling: FeedOfGames | None,
        deletions: Deletions,
    ) -> None:
        self._operators, self._reader, self._committer, self._finding = operators, reader, committer, finding
        self._telling = telling
        self._sanctions, self._rating, self._deletions = sanctions, rating, deletions

    async def operator_end(self, caller: Caller, game: str, note: str | None) -> OperatorGame:
        """End a game without an outcome. For the operator who ended it, asking again is the same."""
        operator = await self._operators.admit(caller, OperatorScope.ENDS, "operatorEnd", game, note)
        # By a key, so that what an attempt without an answer has written is on a replica before it is answered.
        key = Key(SERVICE, request_digest("operatorEnd", operator.name), "operator")
        for _ in range(MOST_TRIES):
            stored = await self._reader.load(game, key)
            loaded = await self._reader.open(game, stored.record)
            check_apart(operator, loaded)
            if isinstance(stored.earlier, Repeated):
                return await self._shown(loaded, caller)
            if loaded.status in ENDED:
                raise Refused(GameOver(status=loaded.status))
            if loaded.clock is not None and not await self._committer.time_left(loaded):
                continue
            events = (GameAbandoned("service", by_operator=True),)
            step = Step(SERVICE, events, Status.ABANDONED, loaded.seats, loaded.state)
            if isinstance(after := await self._committer.write(loaded, [step], key), LoadedGame):
                return await self._shown(after, caller)
        raise Busy

    async def operator_annul(self, caller: Caller, game: str, note: str | None) -> OperatorGame:
        """Take a rated game back that has ended."""
        operator = await self._operators.admit(caller, OperatorScope.ENDS, "operatorAnnul", game, note)
        loaded = await self._reader.now(game)
        check_apart(operator, loaded)
        if not loaded.terms.rated or loaded.status not in ENDED:
            raise Refused(NotRated(message="This is no rated game that has ended, so it counts for no rating."))
        due = None if self._telling is None else await self._telling.remind_of_annulment(loaded)
        await self._rating.annul(game)
        if self._telling is not None and due is not None:
            self._telling.expect(due)
        return await self._shown(loaded, caller)

    async def operator_end_talk(self, caller: Caller, game: str, note: str | None) -> TalkSet:
        """End the talk of a game for good."""
        await self._operators.admit(caller, OperatorScope.PEOPLE, "operatorEndTalk", game, note)
        loaded = await self._reader.now(game)
        await self._reader.store.set_talk(game, "ended", "yes", loaded.expires)
        return TalkSet(TalkMode.OFF)

    async def operator_mute(
        self, caller: Caller, account: str, muted: bool, until: datetime.datetime | None, note: str | None
    ) -> OperatorAccount:
        """Mute an account, or lift the mute."""
        return await self._sanction(caller, account, MUTED, muted, until, note)

    async def operator_ban(
        self, caller: Caller, account: str, banned: bool, until: datetime.datetime | None, note: str | None
    ) -> OperatorAccount:
        """Ban an account, or lift the ban."""
        return await self._sanction(caller, account, BANNED, banned, until, note)

    async def _sanction(
        self,
        caller: Caller,
        account: str,
        name: str,
        holds: bool,
        until: datetime.datetime | None,
        note: str | None,
    ) -> OperatorAccount:
        action = f"operator{'Mute' if name == MUTED else 'Ban'}" + (", lifted" if not holds else "")
        operator = await self._operators.admit(caller, OperatorScope.PEOPLE, action, account, note)
        now, ends = self._reader.now_ms(), None
        if until is not None:
            ends = int(until.timestamp() * 1000) if until.tzinfo is not None else 0
            if ends <= now or not holds:
                refuse("until", "Give a time in the future, with an offset from UTC, and none to lift something.")
        id_, _ = await self._finding.account(account)
        sanction = Sanction(now, ends, operator.name, note) if holds else None
        await self._sanctions.put(id_, name, sanction)
        return OperatorAccount(await self._finding.shown(id_))

    async def operator_delete(self, caller: Caller, account: str, note: str | None) -> AccountDeleted:
        """Delete an account."""
        await self._operators.admit(caller, OperatorScope.DATA, "operatorDelete", account, note)
        if not ACCOUNT.fullmatch(account):
            refuse("account", "To confirm the deletion, give the `id` of the account.")
        return await self._deletions.delete(caller, account)

    async def _shown(self, loaded: LoadedGame, caller: Caller) -> OperatorGame:
        """A game that has ended."""
        seen = self._reader.game_view(loaded, SPECTATOR, caller.language)
        return OperatorGame(seen, managed(loaded), await self._rating.is_annulled(loaded.id))
