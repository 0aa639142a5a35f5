"""The feed of all games, and the reports of players, for operators. The client's token must be an operator's."""

from __future__ import annotations

from taphouse.client.account import AccountMethods
from taphouse.client.actions import Item, Items, Steps, operation, stream
from taphouse.client.exchange import ResumedStream
from taphouse.schema.concepts.feed import FeedEvent, FeedPage
from taphouse.schema.concepts.reports import Report


class FeedMethods(AccountMethods):
    """The methods of both clients for the feed and for reports."""

    @operation
    def feed(self, after: str | None = None, *, wait: int = 0, first: int = 100) -> Steps[FeedPage]:
        """The games that have begun and ended after a cursor, oldest first.

        Args:
            after: The cursor of an event or a page; None for all that are kept.
            wait: The most seconds to wait for an event after the cursor.
            first: The most events.

        Raises:
            Refused: The token lacks the scope GAMES, or the service keeps no feed.
        """
        return self._request(self._documents.query("feed"), after=after, wait=wait, first=first)

    @stream
    def follow_feed(self, after: str | None = None) -> Items[FeedEvent]:
        """The games that have begun and ended after a cursor, and then each one that does.

        A lost connection is reopened. After a failover of the store, an event can come again, with the same id.

        Raises:
            Refused: The token lacks the scope GAMES, or the service keeps no feed.
            Unavailable: The connection was lost for too long.
        """
        seen, asked = after, self._documents.subscription("feed")
        told = ResumedStream(self._service, asked, lambda: {"after": seen}, self._token)
        while (event := (yield from told.next())) is not None:
            seen = event.cursor
            yield Item(event)

    @stream
    def reports(self, closed: bool = False) -> Items[Report]:
        """The open reports of players, oldest first; or those that are closed, the newest end first.

        Raises:
            Refused: The token lacks the scope REPORTS.
        """
        return self._listed(self._documents.query("reports"), closed=closed)

    @operation
    def close_report(self, report: str, word: str | None = None) -> Steps[Report]:
        """Close a report of a player, by its id. A report that was closed before keeps its word.

        Raises:
            Refused: The token lacks the scope REPORTS, or there is no such report.
        """
        asked = self._documents.mutation("closeReport")
        return (yield from self._request(asked, reportId=report, word=word)).report  # type: ignore[no-any-return]
