"""Operators: those who run the service find, see and end games, and act on accounts. docs/guides/operators.md explains it.

Each operation needs a scope of the operator's token, and each use is logged before anything is done or shown.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.concepts.persons import MOST_MARKED
from taphouse.schema.concepts.ratings import RatingPoint
from taphouse.schema.concepts.talk import TalkSet
from taphouse.schema.game_view import GameView
from taphouse.schema.operations.answers import Page
from taphouse.schema.operations.arguments import After, At, First, FirstGames, GameOf, Kinds, SeatNumber
from taphouse.schema.operations.declaration import MUTATION, QUERY, declare, get, post
from taphouse.schema.paging import Connection
from taphouse.schema.ports import Context
from taphouse.schema.prices import BROWSED, BY_PARENT, FORGET, LOOK, Price
from taphouse.schema.problems.base import Problem, ProblemCode
from taphouse.schema.problems.callers import NotOperator
from taphouse.schema.problems.games import GameNotFound, GameOver, VersionNotFound
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.problems.seats import PlayerNotFound
from taphouse.schema.problems.sets import Problems
from taphouse.schema.results import AccountDeleted
from taphouse.schema.values.games import GameKind, Status
from taphouse.schema.values.ratings import Rating
from taphouse.schema.values.versions import GivenTime, Moment


class OperatorScope(Word):
    """A right of an operator's token."""

    GAMES = "GAMES", "Find games and follow them, and see them as a spectator does."
    SEATS = "SEATS", "See a running game as one of its seats does."
    ENDS = "ENDS", "End games, and take rated games back."
    PEOPLE = "PEOPLE", "Find accounts, mute and ban them, and end the talk of games."
    REPORTS = "REPORTS", "Read reports, and close them."
    DATA = "DATA", "Export and delete what is stored of an account."
    LOG = "LOG", "Read the log of what operators have done."


class ScopeMissing(Problem, frozen=True, kw_only=True):
    """The operator's token lacks the scope of this operation. Send one that has it."""

    code = ProblemCode("SCOPE_MISSING")
    http_status = 403
    scope: Annotated[OperatorScope, Meta(description="The scope that the operation needs.")]


OPERATING: Problems = (NotOperator, ScopeMissing)
"""Problems of whatever only operators can do."""


class OperatorUse(Public, frozen=True):
    """A use of an operator's token. It was logged before the operation was carried out, which may have refused it."""

    at: Annotated[Moment, Meta(description="The time.")]
    operator: Annotated[str, Meta(description="The name of the operator, from the settings.")]
    scope: Annotated[
        str,
        Meta(description="The scope that was needed, as in `OperatorScope`. An earlier release may have had others."),
    ]
    action: Annotated[
        str,
        Meta(description="The operation, such as `operatorLog`; `operatorLog, refused` if the token lacks the scope."),
    ]
    subject: Annotated[str, Meta(description="The id or handle that it was about. Empty if it was about none.")]
    note: Annotated[str | None, Meta(description="The note that the operator gave, if any.")]


class OperatorSeat(Public, frozen=True):
    """A seat of a game, with the accounts that have or had it."""

    seat: Seat
    account: Annotated[str | None, Meta(description="The id of the account that has it. Null without one.")]
    handle: Annotated[
        str | None, Meta(description="The handle that the account had when it sat down. Null without one.")
    ]
    former: Annotated[
        tuple[str, ...],
        Meta(description="The ids of the accounts that lost it, the last one first.", extra={"size": 1}),
    ]


class ManagedGame(Public, frozen=True):
    """A game, with the accounts that have a part in it. Nothing of its position."""

    game_id: Annotated[str, Meta(description="The game's id.")]
    kind: Annotated[GameKind, Meta(description="The kind of game.")]
    status: Annotated[Status, Meta(description="The game's status.")]
    rated: Annotated[bool, Meta(description="True if it is a rated game.")]
    created_at: Annotated[Moment, Meta(description="The time when it was created.")]
    changed_at: Annotated[Moment, Meta(description="The time of its last change.")]
    host: Annotated[str | None, Meta(description="The id of the account that hosts it. Null without one.")]
    seats: Annotated[tuple[OperatorSeat, ...], Meta(description="The seats, in turn order.", extra={"size": 4})]


ManagedGames = Annotated[Connection, ManagedGame]


class OperatorGame(Public, frozen=True):
    """A game as an operator sees it."""

    game: Annotated[GameView, Meta(description="The game, as a spectator sees it, or as the seat that was asked for.")]
    managed: Annotated[ManagedGame, Meta(description="The accounts that have a part in it.")]
    annulled: Annotated[
        bool, Meta(description="True if an operator has taken it back, so that it counts for no rating.")
    ]


class Sanction(Public, frozen=True):
    """A ban or a mute."""

    since: Annotated[Moment, Meta(description="The time when it began.")]
    until: Annotated[Moment | None, Meta(description="The time when it ends. Null if an operator must lift it.")]
    operator: Annotated[str, Meta(description="The name of the operator who set it.")]
    note: Annotated[str | None, Meta(description="The note that the operator gave, if any.")]


class ManagedAccount(Public, frozen=True):
    """An account as an operator sees it."""

    id: Annotated[str, Meta(description="The id of the account: a digest of its issuer and subject.")]
    handle: Annotated[str | None, Meta(description="The handle. Null without a profile.")]
    name: Annotated[str | None, Meta(description="The display name of the profile. Null if there is none.")]
    created_at: Annotated[Moment | None, Meta(description="The time when the profile was opened. Null without one.")]
    ratings: Annotated[tuple[Rating, ...], Meta(description="The ratings, one for each kind of game with rated games.")]
    muted: Annotated[Sanction | None, Meta(description="The mute that holds now. Null if there is none.")]
    banned: Annotated[Sanction | None, Meta(description="The ban that holds now. Null if there is none.")]


ManagedAccounts = Annotated[Connection, ManagedAccount]


class OperatorAccount(Public, frozen=True):
    """An account, as it is now."""

    account: Annotated[ManagedAccount, Meta(description="The account.")]


class ExportedMark(Public, frozen=True):
    """A player whom the account has marked."""

    player: Annotated[str, Meta(description="The id of the other account.")]
    mark: Annotated[str, Meta(description="The mark, as in `PlayerMark`.")]
    at: Annotated[Moment, Meta(description="The time of the mark.")]


class ExportedLine(Public, frozen=True):
    """A line that the account said."""

    at: Annotated[Moment, Meta(description="The time when it was said.")]
    phrase: Annotated[str | None, Meta(description="The phrase, if it is one.")]
    text: Annotated[str | None, Meta(description="The text. Null for a phrase.")]


class ExportedGame(Public, frozen=True):
    """A game in which the account has or had a part."""

    game_id: Annotated[str, Meta(description="The game's id, by which anybody can get its record.")]
    lines: Annotated[
        tuple[ExportedLine, ...],
        Meta(description="The lines that it said there, as far as they are kept.", extra={"size": 1}),
    ]


class ExportedHistory(Public, frozen=True):
    """The history of a rating."""

    kind: Annotated[GameKind, Meta(description="The kind of game.")]
    points: Annotated[tuple[RatingPoint, ...], Meta(description="The points, oldest first.", extra={"size": 50})]


class OperatorExport(Public, frozen=True):
    """The data that the service has stored of an account: all that is no game, and a page of its games."""

    account: Annotated[ManagedAccount, Meta(description="The account.")]
    avatar: Annotated[str | None, Meta(description="The id of the picture of the profile. Null if there is none.")]
    seen_at: Annotated[Moment | None, Meta(description="The hour in which it was last here. Null unless it shows it.")]
    hides_presence: Annotated[bool, Meta(description="True if it hides from other players whether it is there.")]
    marks: Annotated[
        tuple[ExportedMark, ...], Meta(description="The players whom it has marked.", extra={"size": MOST_MARKED})
    ]
    webhooks: Annotated[
        tuple[str, ...],
        Meta(description="The URLs of its webhooks, and, as `mailto:`, its email address.", extra={"size": 20}),
    ]
    histories: Annotated[
        tuple[ExportedHistory, ...],
        Meta(description="The histories of its ratings. Empty on later pages.", extra={"size": 3}),
    ]
    games: Annotated[tuple[ExportedGame, ...], Meta(description="Games, newest first.", extra={"size": BY_PARENT})]
    next: Annotated[str | None, Meta(description="The `after` of the next page of games. Null on the last page.")]


class OperatorSits(Problem, frozen=True, kw_only=True):
    """The operator's account has or had a part in the game, so another operator must do this."""

    code = ProblemCode("OPERATOR_SITS")
    http_status = 403


class NotRated(Problem, frozen=True, kw_only=True):
    """The game counts for no rating: it is not a rated one, or it has not ended."""

    code = ProblemCode("NOT_RATED")


OperatorUses = Annotated[Connection, OperatorUse]
AccountOf = Annotated[str, Meta(description="The account, by its id or its handle.")]
Note = Annotated[
    str | None,
    Meta(
        description="A note for the log of operators, such as the reason: at most 280 characters. Players do not see it."
    ),
]
Until = Annotated[
    GivenTime | None,
    Meta(description="The time when it ends, with a UTC offset. Without it, an operator must lift it."),
]
_ACCOUNT: Problems = (*OPERATING, PlayerNotFound, InputRefused)
_CHANGED = "The account, or why nothing has changed."


class ManagedGamePage(Page, frozen=True, kw_only=True):
    """A page of games."""

    games: Annotated[tuple[ManagedGame, ...], Meta(description="The games, newest first.")]


class ManagedAccountPage(Page, frozen=True, kw_only=True):
    """A page of accounts."""

    accounts: Annotated[tuple[ManagedAccount, ...], Meta(description="The accounts, by handle, the last one first.")]


class OperatorLogPage(Page, frozen=True, kw_only=True):
    """A page of the log of what operators have done."""

    uses: Annotated[tuple[OperatorUse, ...], Meta(description="The uses, newest first.")]


@declare(
    QUERY,
    (*OPERATING, InputRefused),
    get("/operator/log", "operators", etag=False, answer=OperatorLogPage),
    outcome="A page of the log, or why it is not shown.",
    price=Price(once=2 * LOOK, each=1, listed="first", most=500),
)
def operator_log(first: First = 100, after: After = None) -> OperatorUses:
    """The log of what operators have done in the last 90 days, newest first. Needs the scope LOG. Reading it is a use too."""


_SEEN = "The game, or why it is not shown."


@declare(
    QUERY,
    (*OPERATING, InputRefused, PlayerNotFound),
    get("/operator/games", "operators", id="operatorGames", etag=False, answer=ManagedGamePage),
    outcome="A page of games, or why it is not shown.",
    price=Price(once=10 * BROWSED, each=2, listed="first", most=50),
)
def operator_games(
    account: Annotated[
        str | None, Meta(description="An account, by its id or handle: only games in which it has or had a part.")
    ] = None,
    begins: Annotated[str | None, Meta(description="The beginning of the games' ids.")] = None,
    status: Annotated[Status | None, Meta(description="The status of the games to list. Without it, all.")] = None,
    kinds: Kinds = None,
    first: FirstGames = 20,
    after: After = None,
) -> ManagedGames:
    """Games of all players, newest first. Needs the scope GAMES.

    Without an account, those created in the last 240 days, or changed lately, since the service has operators. A page can have
    fewer than `first` items before the end of the list: continue until {last page}.
    """


@declare(
    QUERY,
    (*OPERATING, GameNotFound, VersionNotFound),
    get("/operator/games/{id}", "operators", etag=False),
    outcome=_SEEN,
    price=Price(once=3 * LOOK),
)
async def operator_game(context: Context, game: GameOf, at: At = None) -> OperatorGame:
    """A game as a spectator sees it, with the accounts that have a part in it. Needs the scope GAMES."""
    managed, annulled = await context.use_cases["operator_game"](context.caller, game)
    seen = await context.use_cases["see"](msgspec.structs.replace(context.caller, token=None), game, at)
    return OperatorGame(seen, managed, annulled)


@declare(
    QUERY,
    (*OPERATING, GameNotFound, VersionNotFound, OperatorSits, InputRefused),
    get("/operator/games/{id}/seats/{seat}", "operators", etag=False),
    outcome=_SEEN,
    price=Price(once=3 * LOOK),
)
def operator_seat(game: GameOf, seat: SeatNumber, at: At = None, note: Note = None) -> OperatorGame:
    """A game as one of its seats sees it. Needs the scope SEATS.

    Never of a game in which the account of the operator has or had a part: the token of an operator with this scope names it.
    """


@declare(
    MUTATION,
    (*OPERATING, GameNotFound, OperatorSits, GameOver, InputRefused),
    post("/operator/games/{id}/end", "operators", etag=False, body=("GameEnding", "A game to end.")),
    outcome="The game, or why it goes on.",
    price=Price(once=3 * LOOK),
)
def operator_end(game: GameOf, note: Note = None) -> OperatorGame:
    """End a game early, without an outcome: it is abandoned, by the service, and counts for no rating. Needs the scope ENDS.

    Asking again is the same, for the operator who ended it.
    """


@declare(
    MUTATION,
    (*OPERATING, GameNotFound, OperatorSits, NotRated, InputRefused),
    post("/operator/games/{id}/annul", "operators", etag=False, body=("GameAnnulled", "A rated game to take back.")),
    outcome="The game, or why it counts.",
    price=Price(once=5 * LOOK),
)
def operator_annul(game: GameOf, note: Note = None) -> OperatorGame:
    """Take a rated game back that has ended: each player's rating loses what the game gave it. Needs the scope ENDS.

    Ratings of later games are not computed again. Taking a game back twice changes nothing. docs/ratings.md has the formula.
    """


@declare(
    MUTATION,
    (*OPERATING, GameNotFound, InputRefused),
    post("/operator/games/{id}/talk/end", "operators", etag=False, body=("TalkEnding", "A talk to end.")),
    outcome="The mode, or why the talk goes on.",
    price=Price(once=3 * LOOK),
)
def operator_end_talk(game: GameOf, note: Note = None) -> TalkSet:
    """End the talk of a game for good, for players and spectators. Needs the scope PEOPLE.

    Its mode is OFF, also after the game, and its host cannot choose another. What was said can still be read.
    """


@declare(
    QUERY,
    (*OPERATING, InputRefused),
    get("/operator/accounts", "operators", etag=False, answer=ManagedAccountPage),
    outcome="A page of accounts, or why it is not shown.",
    price=Price(once=2 * LOOK, each=3, listed="first", most=50),
)
def operator_accounts(
    begins: Annotated[str, Meta(description="The beginning of the handles, in any case. Empty for all.")],
    first: FirstGames = 20,
    after: After = None,
) -> ManagedAccounts:
    """The accounts whose handles begin with something, the last one first. Needs the scope PEOPLE."""


@declare(
    QUERY,
    _ACCOUNT,
    get("/operator/accounts/{account}", "operators", etag=False),
    outcome="The account, or why it is not shown.",
    price=Price(once=2 * LOOK),
)
def operator_account(account: AccountOf) -> OperatorAccount:
    """An account. Needs the scope PEOPLE. Any id is one: the service stores nothing of accounts that never played."""


@declare(
    MUTATION,
    _ACCOUNT,
    post("/operator/accounts/{account}/mute", "operators", etag=False, body=("AccountMuting", "A mute.")),
    outcome=_CHANGED,
    price=Price(once=3 * LOOK),
)
def operator_mute(
    account: AccountOf,
    muted: Annotated[bool, Meta(description="False to lift the mute.")] = True,
    until: Until = None,
    note: Note = None,
) -> OperatorAccount:
    """Keep an account from saying anything in any game. Needs the scope PEOPLE."""


@declare(
    MUTATION,
    _ACCOUNT,
    post("/operator/accounts/{account}/ban", "operators", etag=False, body=("AccountBan", "A ban.")),
    outcome=_CHANGED,
    price=Price(once=3 * LOOK),
)
def operator_ban(
    account: AccountOf,
    banned: Annotated[bool, Meta(description="False to lift the ban.")] = True,
    until: Until = None,
    note: Note = None,
) -> OperatorAccount:
    """Keep an account from taking seats, opening tables, quick play, challenges and talk. Needs the scope PEOPLE.

    It goes on in the games in which it sits; a rematch leaves its seat free. The ban outlives the deletion of the account.
    """


@declare(
    QUERY,
    _ACCOUNT,
    get("/operator/accounts/{account}/data", "operators", etag=False),
    outcome="The data, or why it is not shown.",
    price=Price(once=5 * LOOK, each=10, listed="first", most=50),
)
def operator_export(account: AccountOf, first: FirstGames = 10, after: After = None) -> OperatorExport:
    """All that is stored of an account. Needs the scope DATA."""


@declare(
    MUTATION,
    (*OPERATING, InputRefused),
    post(
        "/operator/accounts/{account}/delete",
        "operators",
        etag=False,
        body=("AccountDeletion", "An account to delete."),
    ),
    outcome="The deletion, or why there is none.",
    price=Price(once=FORGET),
)
def operator_delete(
    account: Annotated[str, Meta(description="The id of the account. A handle is not enough.")], note: Note = None
) -> AccountDeleted:
    """Delete an account for good, as `deleteAccount` does for its owner. Needs the scope DATA."""
