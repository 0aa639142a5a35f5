"""The operations on an account: its games, decisions, records and events."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

from msgspec import Meta

from taphouse.engine.records import text
from taphouse.schema.inputs import LONGEST_WAIT, MOST_GAMES, PLACE, GameId
from taphouse.schema.operations.answers import (
    GAMES_PRICE,
    SHOWN_GAMES_PRICE,
    Account,
    AccountEvents,
    GamePage,
    Games,
    PendingDecisionPage,
    PendingDecisions,
    Records,
)
from taphouse.schema.operations.arguments import After, AfterPlace, Before, FirstGames, Kinds, Since, Wait
from taphouse.schema.operations.declaration import (
    ACCOUNT,
    JSON_LINES,
    MUTATION,
    ONLY_REST,
    QUERY,
    SUBSCRIPTION,
    TEXT,
    ArgumentForm,
    RestPath,
    declare,
    get,
)
from taphouse.schema.ports import AccountHolder, Context
from taphouse.schema.prices import FORGET, LOOK, Price
from taphouse.schema.problems.callers import TicketRejected
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.sets import ACCOUNT as ACCOUNT_REFUSED
from taphouse.schema.problems.sets import Problems
from taphouse.schema.results import AccountDeleted, AccountEvent, AccountEventPage

_WATCHING: Problems = (*ACCOUNT_REFUSED, InputRefused, TicketRejected)


@declare(
    QUERY,
    ACCOUNT_REFUSED,
    get("/account", "account", etag=False, answer=Account),
    use="player",
    outcome="Your account, or why there is none.",
)
def account() -> AccountHolder:
    """Your account, by the token of your login."""


@declare(
    MUTATION,
    (*ACCOUNT_REFUSED, InputRefused),
    RestPath(method="DELETE", path="/account", tag="account", etag=False),
    outcome="That the account is deleted, or why it is not.",
    price=Price(once=LOOK + FORGET),
)
def delete_account(
    account: Annotated[
        str, Meta(description="The `id` of your account, to confirm that you want to delete it."), ArgumentForm(id=True)
    ],
) -> AccountDeleted:
    """Delete your account here, by the token of your login. This cannot be undone: export your records before.

    Your seats, names and webhooks are removed from all games, also from those that have ended. In running games, a bot takes
    your seats; games in which nobody else plays are abandoned. Moves stay, without your name. Asking again is the same, and goes
    on with what was interrupted. Your login at its issuer remains: using it again begins a new account.
    """


@declare(
    ACCOUNT,
    (),
    get("/account/games", "account", id="accountGames", etag=False, answer=GamePage, price=SHOWN_GAMES_PRICE),
    price=GAMES_PRICE,
)
async def games(
    context: Context, player: AccountHolder, kinds: Kinds = None, first: FirstGames = 20, after: After = None
) -> Games:
    """The games in which you have a seat or are the host, by the token of your login, newest first.

    A page can have fewer than `first` items before the end of the list: continue until {last page}.
    """
    found: Games = await context.use_cases["games"](player, context.caller.language, kinds, first, after)
    return found


@declare(
    ACCOUNT,
    (),
    get(
        "/account/games/finished",
        "account",
        id="accountFinishedGames",
        etag=False,
        answer=GamePage,
        price=SHOWN_GAMES_PRICE,
    ),
    name="finishedGames",
    use="finished_games_of",
    price=GAMES_PRICE,
)
async def own_finished_games(
    context: Context,
    player: AccountHolder,
    kinds: Kinds = None,
    since: Since = None,
    until: Before = None,
    first: FirstGames = 20,
    after: After = None,
) -> Games:
    """Your games that are over, by the token of your login, the latest to end first.

    A game leaves the list when it expires. A page can have fewer than `first` items before the end of the list: continue until
    {last page}.
    """
    find = context.use_cases["finished_games_of"]
    found: Games = await find(player, context.caller.language, kinds, since, until, first, after)
    return found


@declare(
    ACCOUNT,
    (),
    get(
        "/account/decisions",
        "account",
        id="accountDecisions",
        etag=False,
        answer=PendingDecisionPage,
        price=SHOWN_GAMES_PRICE,
    ),
    use="pending",
    price=GAMES_PRICE,
)
async def pending_decisions(
    context: Context, player: AccountHolder, kinds: Kinds = None, first: FirstGames = 20, after: After = None
) -> PendingDecisions:
    """Your pending decisions, by the token of your login, newest game first.

    A page can have fewer than `first` items before the end of the list: continue until {last page}.
    """
    found: PendingDecisions = await context.use_cases["pending"](player, context.caller.language, kinds, first, after)
    return found


@declare(
    ONLY_REST,
    ACCOUNT_REFUSED,
    get(
        "/account/records",
        "account",
        etag=False,
        price=Price(once=2 * LOOK),
        written={
            JSON_LINES: lambda record: [text.write_json(record)],
            TEXT: lambda record: chain(text.written(record), "\n"),
        },
    ),
    use="records",
)
async def account_records(
    context: Context,
    after: Annotated[
        GameId | None, Meta(description="The `game` of a record: continue with the games created before it.")
    ] = None,
) -> Records:
    """The records of your games, by the token of your login, as a stream, newest game first.

    Each is as `GET /v1/games/{id}/record` gives it: as a line of JSON, or as text with `Accept: text/plain`. A record is made
    when its turn comes, and paid for then: the stream waits until you can pay. Blank lines keep the connection open. Games
    without a record, and games that expire meanwhile, are left out. If the connection breaks before the response is complete,
    send the request again with the `game` of the last record as `after`. It breaks as well when your token expires.
    """
    player = await context.use_cases["player"](context.caller)
    return Records(await context.use_cases["records"](context.caller, player, after))


@declare(
    SUBSCRIPTION,
    _WATCHING,
    name="accountEvents",
    use="account_events",
    union="AccountEventsResult",
    outcome="News of a game of your account, or the reason why the stream ends.",
)
def follow_account(kinds: Kinds = None, after: AfterPlace = None) -> AccountEvent:
    """All games in which your account has a seat or is the host: an event for each that has changed since `after`, and again
    whenever one is created, joined, moves on, or ends. A slow client skips versions of a game and gets the newest. To resume,
    pass the last `cursor` as `after`, with the same `kinds`; any instance can resume the stream. The stream ends when your token
    does.
    """


@declare(
    ONLY_REST,
    _WATCHING,
    get(
        "/account/events",
        "account",
        etag=False,
        price=Price(once=LOOK, each=LOOK, listed="first", most=MOST_GAMES),
        answer=AccountEvents,
        stream=follow_account,
        endless=True,
        ids=PLACE,
    ),
    use="account_page",
)
def account_events(
    kinds: Kinds = None,
    first: FirstGames = 20,
    after: AfterPlace = None,
    wait: Annotated[
        Wait, Meta(description=f"The most seconds to wait for an event if there is none yet, 0 to {LONGEST_WAIT}.")
    ] = 0,
) -> AccountEventPage:
    """News of the games of your account: an event for each game that has changed since `after`.

    As JSON, the response is a page. To follow your games, pass its `cursor` as `after`, with the same `kinds`, and set `wait`:
    the response comes as soon as there is an event. As `text/event-stream`, each event has its cursor as id, `Last-Event-ID`
    overrides `after`, and the stream goes on until your token ends; a problem is its last event, of the type `problem`. A slow
    client skips versions of a game and gets the newest.
    """
