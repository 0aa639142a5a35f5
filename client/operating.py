"""Methods of operators. The client's token must be an operator's, with the scope of each operation."""

from __future__ import annotations

import datetime

from taphouse.client.actions import Items, Steps, operation, stream
from taphouse.client.people import PeopleMethods
from taphouse.client.reading import constants
from taphouse.schema.concepts.operators import ManagedAccount, ManagedGame, OperatorExport, OperatorUse
from taphouse.schema.concepts.talk import TalkMode
from taphouse.schema.values.games import Status


class OperatingMethods(PeopleMethods):
    """The methods of both clients for operators."""

    @stream
    def operator_games(
        self, *kinds: str, account: str | None = None, begins: str | None = None, status: Status | None = None
    ) -> Items[ManagedGame]:
        """Games of all players, newest first. Each page that is read is a use in the log of operators.

        Args:
            kinds: The kinds of games to list, such as `pint-craft`. Without any, all.
            account: An account, by its id or handle: only games in which it has or had a part.
            begins: The beginning of the games' ids.
            status: Their status; None for all.

        Raises:
            Refused: The token lacks the scope GAMES, or nobody has the handle.
        """
        wanted = {"account": account, "begins": begins, "status": None if status is None else status.name}
        return self._listed(self._documents.query("operatorGames"), kinds=constants(kinds), **wanted)

    @stream
    def operator_accounts(self, begins: str = "") -> Items[ManagedAccount]:
        """The accounts whose handles begin with something, the last one first.

        Raises:
            Refused: The token lacks the scope PEOPLE.
        """
        return self._listed(self._documents.query("operatorAccounts"), begins=begins)

    @stream
    def operator_log(self) -> Items[OperatorUse]:
        """The log of what operators have done, newest first.

        Raises:
            Refused: The token lacks the scope LOG.
        """
        return self._listed(self._documents.query("operatorLog"))

    @operation
    def operator_game(self, game: str) -> Steps[ManagedGame]:
        """The accounts that have a part in a game.

        Raises:
            Refused: The token lacks the scope GAMES, or there is no such game.
        """
        asked = self._documents.query("operatorGame")
        return (yield from self._request(asked, gameId=game)).managed  # type: ignore[no-any-return]

    @operation
    def operator_end(self, game: str, note: str | None = None) -> Steps[ManagedGame]:
        """End a game without an outcome.

        Raises:
            Refused: The token lacks the scope ENDS, the game is over, or the operator sits in it.
        """
        asked = self._documents.mutation("operatorEnd")
        return (yield from self._request(asked, gameId=game, note=note)).managed  # type: ignore[no-any-return]

    @operation
    def operator_annul(self, game: str, note: str | None = None) -> Steps[ManagedGame]:
        """Take a rated game back that has ended.

        Raises:
            Refused: The token lacks the scope ENDS, the game counts for no rating, or the operator sits in it.
        """
        asked = self._documents.mutation("operatorAnnul")
        return (yield from self._request(asked, gameId=game, note=note)).managed  # type: ignore[no-any-return]

    @operation
    def operator_end_talk(self, game: str, note: str | None = None) -> Steps[TalkMode]:
        """End the talk of a game for good.

        Raises:
            Refused: The token lacks the scope PEOPLE, or there is no such game.
        """
        asked = self._documents.mutation("operatorEndTalk")
        return (yield from self._request(asked, gameId=game, note=note)).mode  # type: ignore[no-any-return]

    @operation
    def operator_account(self, account: str) -> Steps[ManagedAccount]:
        """An account, by its id or its handle.

        Raises:
            Refused: The token lacks the scope PEOPLE, or nobody has the handle.
        """
        asked = self._documents.query("operatorAccount")
        return (yield from self._request(asked, account=account)).account  # type: ignore[no-any-return]

    @operation
    def operator_mute(
        self, account: str, muted: bool = True, until: datetime.datetime | None = None, note: str | None = None
    ) -> Steps[ManagedAccount]:
        """Keep an account from saying anything, or (False) lift that.

        Raises:
            Refused: The token lacks the scope PEOPLE, or nobody has the handle.
        """
        asked = self._documents.mutation("operatorMute")
        answer = yield from self._request(asked, account=account, muted=muted, until=until, note=note)
        return answer.account  # type: ignore[no-any-return]

    @operation
    def operator_ban(
        self, account: str, banned: bool = True, until: datetime.datetime | None = None, note: str | None = None
    ) -> Steps[ManagedAccount]:
        """Keep an account from new games and from talk, or (False) lift that.

        Raises:
            Refused: The token lacks the scope PEOPLE, or nobody has the handle.
        """
        asked = self._documents.mutation("operatorBan")
        answer = yield from self._request(asked, account=account, banned=banned, until=until, note=note)
        return answer.account  # type: ignore[no-any-return]

    @operation
    def operator_export(self, account: str, first: int = 10, after: str | None = None) -> Steps[OperatorExport]:
        """All that is stored of an account, with a page of its games. Its `next` is the `after` of the next page.

        Raises:
            Refused: The token lacks the scope DATA, or nobody has the handle.
        """
        return self._request(self._documents.query("operatorExport"), account=account, first=first, after=after)

    @operation
    def operator_delete(self, account: str, note: str | None = None) -> Steps[bool]:
        """Delete an account by its id. True once nothing is left of it; otherwise the service goes on with it by itself.

        Raises:
            Refused: The token lacks the scope DATA, or this is no id.
        """
        asked = self._documents.mutation("operatorDelete")
        return (yield from self._request(asked, account=account, note=note)).finished  # type: ignore[no-any-return]
