"""The operations that begin games, or let players into them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.inputs import (
    BREWERY_TEXT,
    DELAY_MINUTES_TEXT,
    DELAY_TEXT,
    EDITION_TEXT,
    FORK_AT_TEXT,
    FORK_SEATS_TEXT,
    INVITE_TEXT,
    MOST_DELAY,
    MOST_DELAY_MINUTES,
    NAME_TEXT,
    POSITION_TEXT,
    POWERS_TEXT,
    RECORD_TEXT,
    SEAT_TOKENS_TEXT,
    SEED_TEXT,
    SHOW_NAME_TEXT,
    START_OPTION_TEXT,
    UNDO_OPTION_TEXT,
    EditionName,
    Name,
    RecordText,
    Seed,
    Version,
)
from taphouse.schema.operations.arguments import Expected, FindableBy, GameOf, Key
from taphouse.schema.operations.declaration import MUTATION, ArgumentForm, declare, post
from taphouse.schema.prices import CREATE, JOIN, LOOK, Price
from taphouse.schema.problems.callers import Banned, NoAccount, NotSeated, QuotaReached, TokenReadOnly, TokenRejected
from taphouse.schema.problems.games import (
    AdviceRefused,
    GameNotFound,
    GameNotStarted,
    GameOver,
    VersionConflict,
    VersionNotFound,
)
from taphouse.schema.problems.inputs import InputRefused, KeyReused, RecordRefused
from taphouse.schema.problems.seats import (
    AlreadySeated,
    ChallengesOff,
    InviteRejected,
    NoOpenSeat,
    NoProfile,
    PeopleOnly,
    PlayerNotFound,
    TooManyChallenges,
)
from taphouse.schema.results import GameCreated, GameJoined
from taphouse.schema.values.advice import ADVICE_OPTION_TEXT, PEOPLE_ONLY_OPTION_TEXT, PROGRAM_TEXT, Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.clocks import CLOCK_TEXT, NewClock
from taphouse.schema.values.games import LANGUAGE, LANGUAGE_TEXT, HostPowers, StartOption, Visibility
from taphouse.schema.values.new_games import GameAsked, SeatAsked
from taphouse.schema.values.ratings import RATED_OPTION_TEXT

_CREATING = (InputRefused, RecordRefused, AdviceRefused, QuotaReached, TokenRejected, Banned, KeyReused)
"""Problems of creating a game, and of importing one."""
_MADE = "The new game, or why there is none."


@declare(
    MUTATION,
    (*_CREATING, ChallengesOff, NoProfile, PlayerNotFound, TooManyChallenges),
    post("/games", "games", status=201, body=("NewGame", "A game to create.")),
    use="create",
    outcome=_MADE,
    price=Price(once=CREATE, replayed="position"),
)
def create_game(
    game: Annotated[GameAsked, Meta(description="The kind of game, with its options."), ArgumentForm(spread=True)],
    seats: Annotated[
        tuple[SeatAsked, ...],
        Meta(description="The seats, in turn order. The catalogue has the limits, `minSeats` and `maxSeats`."),
    ],
    edition: Annotated[EditionName | None, Meta(description=EDITION_TEXT)] = None,
    seed: Annotated[Seed | None, Meta(description=SEED_TEXT)] = None,
    visibility: FindableBy = Visibility.UNLISTED,
    position: Annotated[RecordText | None, Meta(description=POSITION_TEXT)] = None,
    clock: Annotated[NewClock | None, Meta(description=CLOCK_TEXT)] = None,
    undo: Annotated[UndoOption, Meta(description=UNDO_OPTION_TEXT)] = UndoOption.FREE,
    start: Annotated[StartOption, Meta(description=START_OPTION_TEXT)] = StartOption.WHEN_FULL,
    advice: Annotated[Advice | None, Meta(description=ADVICE_OPTION_TEXT)] = None,
    people_only: Annotated[bool, Meta(description=PEOPLE_ONLY_OPTION_TEXT)] = False,
    powers: Annotated[HostPowers | None, Meta(description=POWERS_TEXT)] = None,
    rated: Annotated[bool, Meta(description=RATED_OPTION_TEXT)] = False,
    language: Annotated[
        str | None, Meta(description=LANGUAGE_TEXT, extra_json_schema={"pattern": f"^{LANGUAGE}$"})
    ] = None,
    spectator_delay: Annotated[
        int, Meta(description=DELAY_TEXT, extra_json_schema={"minimum": 0, "maximum": MOST_DELAY})
    ] = 0,
    spectator_delay_minutes: Annotated[
        int, Meta(description=DELAY_MINUTES_TEXT, extra_json_schema={"minimum": 0, "maximum": MOST_DELAY_MINUTES})
    ] = 0,
    key: Key = None,
) -> GameCreated:
    """Create a game. You get the host's token and a token for each of your seats.

    The game starts when all seats are taken, or when you start it then (`start`). If you send a login token, your account is
    the host and has the first of your seats.
    """


@declare(
    MUTATION,
    (
        GameNotFound,
        VersionNotFound,
        GameNotStarted,
        NotSeated,
        AdviceRefused,
        InputRefused,
        QuotaReached,
        TokenRejected,
        Banned,
        KeyReused,
    ),
    post("/games/{id}/forks", "games", status=201, anyone=True, body=("NewFork", "A fork to create.")),
    use="fork",
    outcome=_MADE,
    price=Price(once=CREATE + LOOK),
)
def fork_game(
    source: GameOf,
    at: Annotated[Version | None, Meta(description=FORK_AT_TEXT)] = None,
    seat_tokens: Annotated[
        tuple[str, ...], Meta(description=SEAT_TOKENS_TEXT, extra_json_schema={"maxItems": 16})
    ] = (),
    seats: Annotated[tuple[SeatAsked, ...] | None, Meta(description=FORK_SEATS_TEXT)] = None,
    visibility: FindableBy = Visibility.UNLISTED,
    key: Key = None,
) -> GameCreated:
    """Create a game from a position of another one. What no seat knows there is drawn anew, from a new seed.

    Anyone can fork a game that is over. To fork another one, prove that all seats are yours: send the tokens of all seats that
    people hold, in the header or as `seatTokens`, or be the account that holds them. The host's token and read-only tokens
    prove nothing. Until the game is over, what only its bots know is drawn anew as well. A running game can be forked only if its
    `advice` is ALL.
    """


@declare(
    MUTATION,
    _CREATING,
    post("/records", "games", status=201, body=("NewImport", "A record to import."), plain="record"),
    outcome=_MADE,
    price=Price(once=CREATE, replayed="record"),
)
def import_record(
    record: Annotated[RecordText, Meta(description=RECORD_TEXT)],
    visibility: FindableBy = Visibility.UNLISTED,
    key: Key = None,
) -> GameCreated:
    """Create a game from a record, with its log: finished, abandoned or running. The record is verified.

    In a running game you get the tokens of all seats without a bot. You know the draws, so the game is marked as `seeded`.
    """


@declare(
    MUTATION,
    (
        GameNotFound,
        NoOpenSeat,
        QuotaReached,
        AlreadySeated,
        GameOver,
        VersionConflict,
        InputRefused,
        InviteRejected,
        PeopleOnly,
        NoAccount,
        Banned,
        TokenRejected,
        TokenReadOnly,
        KeyReused,
    ),
    post("/games/{id}/seats", "seats", status=201, anyone=True, body=("Joining", "A player who joins, and the seat.")),
    use="join",
    outcome="The seat, or why it is not yours.",
    price=Price(once=JOIN),
)
def join_game(
    game: GameOf,
    name: Annotated[Name | None, Meta(description=f"Your name: {NAME_TEXT}.")] = None,
    brewery: Annotated[Name | None, Meta(description=BREWERY_TEXT)] = None,
    seat: Annotated[
        Seat | None,
        Meta(
            description="The seat. Without it, you get the one reserved for you, that of the invite, or the first open one."
        ),
    ] = None,
    invite: Annotated[str | None, Meta(description=INVITE_TEXT)] = None,
    show_name: Annotated[bool, Meta(description=SHOW_NAME_TEXT)] = False,
    program: Annotated[bool, Meta(description=PROGRAM_TEXT)] = False,
    expected: Expected = None,
    key: Key = None,
) -> GameJoined:
    """Take an open seat and get its token.

    If you send a login token, your account has the seat too. Only the host can take a closed seat, or a player with an invite. A
    reserved seat is for the challenged player, who accepts the challenge with it. A waiting game starts when all seats are taken,
    unless its host starts it. In a running game you take over the seat, and see all that it knows. In a rated game, you need a
    login.
    """
