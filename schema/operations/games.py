"""The operations on games as a whole: the catalogue, lists, one game, its time, its rules and its end."""

from __future__ import annotations

import re
from typing import Annotated, Any, cast

from msgspec import Meta, structs

from taphouse.schema.catalogue import Catalogue, GameInfo
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import GAME_ID
from taphouse.schema.operations.answers import GAMES_PRICE, SHOWN_GAMES_PRICE, GameOrAccount, GamePage, Games, Visitor
from taphouse.schema.operations.arguments import (
    After,
    At,
    Before,
    Expected,
    FirstGames,
    FreeSeats,
    GameOf,
    Key,
    Kind,
    Kinds,
    OfLanguage,
    OfPace,
    OnlyFriends,
    OnlyPeople,
    OnlyRated,
    SeatNumber,
    ShownGame,
    Since,
)
from taphouse.schema.operations.declaration import (
    MUTATION,
    ONLY_REST,
    QUERY,
    SUBSCRIPTION,
    TEXT,
    VISITOR,
    ArgumentForm,
    declare,
    get,
    post,
)
from taphouse.schema.partial_answers import GAME_FIELDS
from taphouse.schema.ports import Context
from taphouse.schema.prices import LOOK, RECORD, SHOWN, Price
from taphouse.schema.problems.callers import NoAccount, NotHost, NotSeated, TokenRejected, TooManyChanges
from taphouse.schema.problems.clocks import NoClock, NotPaused
from taphouse.schema.problems.games import (
    GameNotFound,
    GameNotStarted,
    GameOver,
    RulesDoNotFit,
    RulesNewest,
    VersionConflict,
    VersionNotFound,
)
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.seats import AlreadyResigned, ConsentNeeded
from taphouse.schema.problems.sets import HOST_CHANGES, LISTING, MOVING, READING, UNLIMITED, WRITING, Problems
from taphouse.schema.request_problems import NotFound
from taphouse.schema.results import GameChanged, GameRecord
from taphouse.schema.values.clocks import ADDED_TEXT, MOST_TIME, Now

_CLOCKED: Problems = (*WRITING, GameNotStarted, GameOver, VersionConflict, NoClock, InputRefused, KeyReused)
_UNCHANGING = Price(once=LOOK + SHOWN)
_GAME_NODE = re.compile(rf"{GAME_ID}(?:@[1-9][0-9]{{0,14}})?")
_OPEN_GAMES = "A page of open games, or why it is not shown."


@declare(QUERY, (), get("/catalogue", "catalogue", price=_UNCHANGING), price=Price())
async def catalogue(context: Context, kinds: Kinds = None) -> Catalogue:
    """The kinds of games, with their options, rules, and editions with all figures."""
    context.shows(None)
    found: Catalogue = await context.use_cases["catalogue"](context.caller)
    if kinds is None:
        return found
    return structs.replace(found, games=tuple([game for game in found.games if game.kind in kinds]))


@declare(ONLY_REST, (NotFound,), get("/catalogue/{kind}", "catalogue"), use="catalogue", price=_UNCHANGING)
async def kind(
    context: Context, kind: Annotated[Kind, Meta(description="The kind of game, such as `DANK_AND_DRAFT`.")]
) -> GameInfo:
    """A kind of game, with its options, rules, and editions with all figures."""
    catalogue: Catalogue = await context.use_cases["catalogue"](context.caller)
    kinds = {known.kind: known for known in catalogue.games}
    if kind not in kinds:
        raise Refused(NotFound(message=f"Unknown kind of game. The kinds are {', '.join(kinds)}."))
    context.shows(None)
    found: GameInfo = kinds[kind]
    return found


@declare(QUERY, (), get("/now", "games", etag=False), price=Price())
def now() -> Now:
    """The time by which clocks run: that of the store, which all instances share.

    A client that shows how much of a `deadline` is left should not trust its own clock.
    """


@declare(
    SUBSCRIPTION,
    (*LISTING, NoAccount),
    name="openGames",
    union="OpenGamesResult",
    outcome=_OPEN_GAMES,
    price=GAMES_PRICE,
)
def follow_open_games(
    kinds: Kinds = None,
    people_only: OnlyPeople = False,
    first: FirstGames = 20,
    pace: OfPace = None,
    free_seats: FreeSeats = 0,
    rated: OnlyRated = None,
    friends: OnlyFriends = False,
    language: OfLanguage = None,
) -> Games:
    """The first page of `openGames`: at once, and again after each change of a game on it, at most once a second.

    Each page replaces the one before. So after a break, subscribe again: nothing has to be resumed. Your friends are those of the
    moment when you subscribe.
    """


@declare(
    QUERY,
    (*LISTING, NoAccount),
    get(
        "/games",
        "games",
        etag=False,
        anyone=True,
        price=SHOWN_GAMES_PRICE,
        answer=GamePage,
        stream=follow_open_games,
        endless=True,
        more="As `text/event-stream`, the first page comes at once, and again after each change of a game on it, at most once a "
        "second. Each replaces the one before. `after` has no meaning then. A problem is the last event, of the type `problem`.",
    ),
    outcome=_OPEN_GAMES,
    price=GAMES_PRICE,
    also=VISITOR,
)
def open_games(
    kinds: Kinds = None,
    people_only: OnlyPeople = False,
    first: FirstGames = 20,
    after: After = None,
    pace: OfPace = None,
    free_seats: FreeSeats = 0,
    rated: OnlyRated = None,
    friends: OnlyFriends = False,
    language: OfLanguage = None,
) -> Games:
    """The games with visibility `OPEN` that wait for players or for their host, newest first.

    A page can have fewer than `first` items before the end of the list: continue until {last page}.
    """


@declare(
    QUERY,
    LISTING,
    get("/games/finished", "games", etag=False, price=SHOWN_GAMES_PRICE, answer=GamePage),
    outcome="A page of finished games, or why it is not shown.",
    price=GAMES_PRICE,
    also=VISITOR,
)
def finished_games(
    kinds: Kinds = None,
    since: Since = None,
    until: Before = None,
    first: FirstGames = 20,
    after: After = None,
) -> Games:
    """The games with visibility `OPEN` that were played to their end, those that ended last first.

    Imported games are not listed. A game leaves the list when it expires.

    {your finished games} lists your own games, whatever their visibility. A page can have fewer than `first` items
    before the end of the list: continue until {last page}.
    """


@declare(
    QUERY,
    READING,
    get("/games/{id}", "games", fields=GAME_FIELDS),
    use="see",
    outcome="A game, or why it is not shown.",
    shared=True,
)
def game(game: ShownGame, at: At = None) -> GameView:
    """A game as you see it, by the token you send. Without a token you are a spectator."""


@declare(QUERY, (), use="see")
async def node(
    context: Context,
    id: Annotated[
        str, Meta(description="The `id` of a game, of a version of a game, or of your account."), ArgumentForm(id=True)
    ],
) -> GameOrAccount | None:
    """A game as you see it, or your account, by its `id`. Null if there is none that you can see."""
    game, _, version = id.partition("@")
    found: Any
    try:
        if _GAME_NODE.fullmatch(id):
            found = await context.see(game, int(version) if version else None)
        else:
            found = await context.use_cases["player"](context.caller)
            found = found if found.id == id else None
    except Refused as refused:
        if isinstance(refused.problem, GameNotFound | VersionNotFound | NoAccount):
            return None
        raise
    return cast(GameOrAccount | None, found)


@declare(QUERY)
def viewer() -> Visitor:
    """You, by the token you send, if any. Its lists are connections of Relay: a problem with one is an error."""


@declare(
    QUERY,
    (GameNotFound, TokenRejected, InputRefused),
    get("/games/{id}/record", "log", media=TEXT),
    outcome="A record, or why it is not shown.",
    price=Price(once=LOOK + RECORD),
    shared=True,
)
async def record(
    context: Context,
    game: ShownGame,
    with_edition: Annotated[
        bool, Meta(description="True to add the file of the edition, for readers who do not have it.")
    ] = False,
) -> GameRecord:
    """The record of a game: a text to keep, to replay, and to verify. Everybody gets the same.

    While the game is running, and if it was abandoned, it holds what a spectator may know. Once the game is over, it holds
    salt, seed and all draws. It is signed: docs/records.md says how to check that.
    """
    shown = await context.see(game, None)
    found: GameRecord = await context.use_cases["record"](context.caller, shown, with_edition)
    return found


@declare(
    MUTATION,
    MOVING,
    post("/games/{id}/resign", "games", refuses=(*UNLIMITED, GameNotStarted, NotSeated, AlreadyResigned)),
    union="ChangeResult",
)
def resign(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Resign your seat: it cannot win any more.

    If all others but one have resigned, the game is over, and that seat wins; if it has no player, or only a bot that plays for
    an absent one, the game is abandoned. Otherwise the service plays the first legal move of your seat at each of its decisions
    from now on, and in the end ranks the seats that have resigned behind the others, later ones before earlier ones. A game may
    end by rules of its own instead. One that all win or lose together goes on, and its result is that of all.
    """


@declare(
    MUTATION,
    (*_CLOCKED, NotHost, ConsentNeeded, TooManyChanges),
    post("/games/{id}/seats/{seat}/time", "games", body=("MoreTime", "Time to add.")),
)
def add_time(
    game: GameOf,
    seat: SeatNumber,
    seconds: Annotated[int, Meta(description=ADDED_TEXT, extra_json_schema={"minimum": 1, "maximum": MOST_TIME})],
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    """Give a seat more time, in a game with clocks. Only for the host, within their `powers`."""


@declare(MUTATION, (*_CLOCKED, NotSeated, NotPaused), post("/games/{id}/resume", "games"), use="resume")
def resume_game(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Go on after a pause: the clock of the seat that must decide runs again.

    For every player, and for a host whose `powers` are FULL.
    """


@declare(
    MUTATION,
    (*HOST_CHANGES, ConsentNeeded, RulesNewest, RulesDoNotFit, NotSeated),
    post("/games/{id}/rules", "games"),
)
def upgrade_rules(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """Move the game to the newest version of its rules, which holds from the next move on. Only for the host.

    If spectators see the game later, the host needs a seat: the answer depends on the newest position.
    """


@declare(
    MUTATION,
    MOVING,
    post("/games/{id}/abandon", "games", refuses=(*UNLIMITED, NotHost, ConsentNeeded)),
    union="ChangeResult",
)
def abandon(game: GameOf, expected: Expected = None, key: Key = None) -> GameChanged:
    """End the game early, without an outcome. Only for the host."""
