"""The games, decisions and events of an account, its reminders by email, and the webhooks and tickets of an account or a game.

The client's token must be a login token.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from taphouse.client.actions import Item, Items, Steps, operation, stream
from taphouse.client.changing import ChangingMethods, new_key
from taphouse.client.contract import ClientOperation
from taphouse.client.errors import Refused
from taphouse.client.exchange import ResumedStream
from taphouse.client.reading import Place, access, constants
from taphouse.client.values import GAMES_LISTED, Access, Decided, News, Summary, Ticket
from taphouse.engine.vocabulary import constant
from taphouse.schema.concepts.mail import EmailReminders
from taphouse.schema.concepts.webhooks import Webhook, WebhookDelivery, WebhookEvent
from taphouse.schema.problems.games import GameNotFound, VersionNotFound

_ACCOUNT = Access("")


class AccountMethods(ChangingMethods):
    """The methods of both clients for an account."""

    @stream
    def my_games(self, *kinds: str) -> Items[Summary]:
        """The games in which your account has a seat or is the host, newest first.

        Args:
            kinds: The kinds of games to list, such as `pint-craft`. Without any, all.

        Raises:
            Refused: The client's token is not a login token.
        """
        return self._of_account(self._documents.my_games, kinds)

    @stream
    def my_finished_games(self, *kinds: str) -> Items[Summary]:
        """Your games that are over, the latest first; of these kinds only, if any are given."""
        return self._of_account(self._documents.my_finished_games, kinds)

    def _of_account(self, asked: ClientOperation, kinds: Sequence[str]) -> Items[Summary]:
        return self._pages(asked, kinds=constants(kinds))

    def _pages(self, asked: ClientOperation, **variables: Any) -> Items[Summary]:
        after, more = None, True
        while more:
            page = (yield from self._request(asked, **variables, first=GAMES_LISTED, after=after)).found
            for edge in page.edges:
                yield Item(edge.node)
            after, more = page.page_info.end_cursor, page.page_info.has_next_page

    @stream
    def my_decisions(self, *kinds: str) -> Items[Decided]:
        """The decisions that wait for your account in all its games, and then each that is new, has changed or no longer waits.

        A decision includes the table with all legal moves, so a bot needs nothing else: it moves at `decided.place`. A lost
        connection is reopened, and the decisions that still wait are repeated.

        Args:
            kinds: The kinds of games whose decisions you want, such as `pint-craft`. Without any, all.

        Raises:
            Refused: The client's token is not a login token, or not valid any more.
        """
        asked, variables = self._documents.subscription("decisions"), {"kinds": constants(kinds)}
        line = ResumedStream(self._service, asked, lambda: variables, self._token)
        while (found := (yield from line.next())) is not None:
            place = Access(self._found(found.game), seat=found.game.viewer.seat)
            try:
                table = yield from self._look(place, found.version)
            except Refused as refused:
                if not isinstance(refused.problem, GameNotFound | VersionNotFound):
                    raise
                continue  # the version is gone; if the game is still there, the stream reports the next one
            yield Item(Decided(version=found.version, since=found.since, decision=found.decision, table=table))

    @stream
    def account_events(self, *kinds: str, after: str | None = None) -> Items[News]:
        """News of your games: first each game that has not ended, then each that is created, joined, moves on or ends.

        A lost connection is reopened, and the stream resumes after the last event.

        Args:
            kinds: The kinds of games whose news you want, such as `pint-craft`. Without any, all.
            after: The `cursor` of an event of a stream of the same kinds, to get only what has changed since.

        Raises:
            Refused: The client's token is not a login token, or not valid any more.
            Unavailable: The connection was lost for too long.
        """
        seen, chosen, asked = after, constants(kinds), self._documents.subscription("accountEvents")
        line = ResumedStream(self._service, asked, lambda: {"kinds": chosen, "after": seen}, self._token)
        while (news := (yield from line.next())) is not None:
            seen = news.cursor
            yield Item(news)

    @operation
    def delete_account(self, account: str) -> Steps[bool]:
        """Delete your account here, with its names, from all its games. Nothing brings it back.

        Args:
            account: The id of your account, to confirm that you mean it.

        Returns:
            True if it has finished. Otherwise the service goes on by itself; call this again to see whether it has.

        Raises:
            Refused: The client's token is not a login token, or the id is not that of your account.
        """
        asked = self._documents.mutation("deleteAccount")
        return (yield from self._request(asked, account=account)).finished  # type: ignore[no-any-return]

    @operation
    def ticket(self, place: Place | None = None) -> Steps[Ticket]:
        """A ticket that opens one stream, once, within a minute, where a token cannot be sent.

        Args:
            place: Your place at the game of the stream; None for the events of your account.
        """
        return self._for(self._documents.mutation("createTicket"), place)

    @operation
    def webhooks(self, place: Place | None = None, *, all_games: bool = False) -> Steps[tuple[Webhook, ...]]:
        """The webhooks, oldest first, each with its last deliveries.

        Args:
            place: The host's place at a game; None for the webhooks of your account.
            all_games: True for those of all games, with an operator's token.

        Raises:
            Refused: You are not the host, or the client's token is not that of a login.
        """
        asked = self._documents.query("webhooks")
        return (yield from self._for(asked, place, allGames=all_games)).webhooks  # type: ignore[no-any-return]

    @operation
    def create_webhook(
        self,
        url: str,
        events: Iterable[WebhookEvent | str],
        secret: str,
        place: Place | None = None,
        *,
        all_games: bool = False,
    ) -> Steps[Webhook]:
        """Have events delivered to a URL.

        Args:
            url: The URL to which deliveries are sent.
            events: The events to deliver, such as `your-turn`.
            secret: The key that signs deliveries, as in Standard Webhooks: `whsec_` and 24 to 64 random bytes in base64.
            place: The host's place at a game; None for all games of your account.
            all_games: True for all games of the service, with an operator's token.

        Raises:
            Refused: The URL or the secret is not acceptable, or there are too many webhooks.
        """
        told = [constant(str(event)) for event in events]
        asked = self._documents.mutation("createWebhook")
        given = {"url": url, "events": told, "secret": secret, "allGames": all_games, "idempotencyKey": new_key()}
        made = yield from self._for(asked, place, **given)
        return made.webhook  # type: ignore[no-any-return]

    @operation
    def test_webhook(
        self, webhook: str, place: Place | None = None, *, all_games: bool = False
    ) -> Steps[WebhookDelivery]:
        """Send a test delivery to a webhook, by its id. `webhooks` shows the result.

        Raises:
            Refused: There is no such webhook.
        """
        asked = self._documents.mutation("testWebhook")
        return (yield from self._for(asked, place, webhookId=webhook, allGames=all_games)).delivery  # type: ignore[no-any-return]

    @operation
    def delete_webhook(self, webhook: str, place: Place | None = None, *, all_games: bool = False) -> Steps[None]:
        """Delete a webhook, by its id.

        Raises:
            Refused: There is no such webhook, and there never was.
        """
        yield from self._for(self._documents.mutation("deleteWebhook"), place, webhookId=webhook, allGames=all_games)

    @operation
    def email_reminders(self) -> Steps[EmailReminders]:
        """The address to which your account gets reminders by email. Its `address` is None if it gets none."""
        return self._request(self._documents.query("emailReminders"))

    @operation
    def remind_by_email(self, address: str) -> Steps[EmailReminders]:
        """Get emails when a slow game waits for you. A code is sent to the address, for `verify_email`.

        Raises:
            Refused: The address is not valid, was sent too many codes, or the service sends no emails.
        """
        return self._request(self._documents.mutation("remindByEmail"), address=address)

    @operation
    def verify_email(self, code: str) -> Steps[EmailReminders]:
        """Confirm your address by the code that was sent to it.

        Raises:
            Refused: The code is damaged, too old, or not for the newest address of your account.
        """
        return self._request(self._documents.mutation("verifyEmail"), code=code)

    @operation
    def test_email(self) -> Steps[EmailReminders]:
        """Send an email to your verified address, to see whether it arrives.

        Raises:
            Refused: You have no verified address.
        """
        return self._request(self._documents.mutation("testEmail"))

    @operation
    def stop_email(self) -> Steps[EmailReminders]:
        """Get no more emails, and have your address deleted."""
        return self._request(self._documents.mutation("stopEmail"))

    def _for(self, asked: ClientOperation, place: Place | None, **variables: Any) -> Steps[Any]:
        """An operation of a game, or without a place of the account."""
        owner = access(place or _ACCOUNT)
        return self._request(asked, owner.token, **variables, gameId=owner.game_id or None)
