"""Talk: lines that players and spectators say at a table, beside the log of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.inputs import MOST_LISTED, TALK_CURSOR
from taphouse.schema.operations.arguments import First, GameOf, Key, SeatNumber, Wait
from taphouse.schema.operations.declaration import MUTATION, QUERY, SUBSCRIPTION, declare, get, post
from taphouse.schema.prices import BY_PARENT, LISTED, LOOK, Price
from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.problems.callers import Banned, NoAccount, NotHost, NotSeated
from taphouse.schema.problems.inputs import InputRefused, KeyReused
from taphouse.schema.problems.seats import AlreadyStarted
from taphouse.schema.problems.sets import READING, WATCHING, WRITING, Problems
from taphouse.schema.texts import words_in
from taphouse.schema.values.versions import Moment

MOST_TEXT = 280
"""The most characters of a line, as readers count them."""
MOST_BYTES = 4 * MOST_TEXT
"""The most bytes of a line in UTF-8: a single character can have many."""
NEWEST = 50
"""The newest lines with which a stream begins."""
MOST_PHRASES = 40
"""The most phrases that the service has."""
_PAGE = Price(once=2 * LOOK, each=LISTED, listed="first", most=MOST_LISTED)


class TalkMode(Word):
    """The kinds of lines that can be said in a game."""

    OFF = "OFF", "Nothing."
    PHRASES = "PHRASES", "Phrases of a list."
    FREE = "FREE", "Any text, and phrases."


class TalkRoom(Word):
    """A room of a game, in which lines are said."""

    PLAYERS = "PLAYERS", "That of the players. Spectators can read it once the game is over."
    SPECTATORS = (
        "SPECTATORS",
        "That of the spectators, and of a host without a seat. Players can read it once the game is over.",
    )


class TalkLine(Public, frozen=True):
    """A line that somebody said."""

    room: Annotated[TalkRoom, Meta(description="The room.")]
    number: Annotated[int, Meta(description="Its number in the room, from 1.")]
    cursor: Annotated[str, Meta(description="Its place in the room: the `after` with which a client goes on.")]
    at: Annotated[Moment, Meta(description="The time when it was said.")]
    seat: Annotated[Seat | None, Meta(description="The seat whose player said it. Null for spectators.")]
    host: Annotated[bool, Meta(description="True if a host without a seat said it.")]
    handle: Annotated[str | None, Meta(description="The handle of a spectator with a profile. Null otherwise.")]
    phrase: Annotated[str | None, Meta(description="The phrase, if it is one, such as `GOOD_GAME`.")]
    text: Annotated[
        str | None,
        Meta(
            description="The text; a phrase is in your language. Plain text from a stranger: never show it as HTML. Null if the "
            "account was deleted that said it."
        ),
    ]
    gap: Annotated[
        bool, Meta(description="True if lines after your cursor are not there any more: this is the oldest one.")
    ]


class TalkPage(Public, frozen=True):
    """The lines of a room, oldest first."""

    mode: Annotated[TalkMode, Meta(description="The lines that can be said.")]
    room: Annotated[TalkRoom, Meta(description="The room.")]
    lines: Annotated[
        tuple[TalkLine, ...], Meta(description="The lines, without those that you hide.", extra={"size": BY_PARENT})
    ]
    cursor: Annotated[
        str | None, Meta(description="The `after` of the next page. Null if nothing was ever said in the room.")
    ]
    has_more: Annotated[bool, Meta(description="True if there are more lines after these.")]
    muted: Annotated[tuple[Seat, ...], Meta(description="The seats that you have muted.")]


class Phrase(Public, frozen=True):
    """A phrase that players can say."""

    phrase: Annotated[str, Meta(description="Its name, such as `GOOD_GAME`. A later release may have more.")]
    text: Annotated[str, Meta(description="Its text in your language.")]


class Phrases(Public, frozen=True):
    """The phrases that players can say."""

    phrases: Annotated[
        tuple[Phrase, ...], Meta(description="The phrases, in the order to show.", extra={"size": MOST_PHRASES})
    ]


class LineSaid(Public, frozen=True):
    """The line is said."""

    line: Annotated[TalkLine, Meta(description="The line.")]


class TalkSet(Public, frozen=True):
    """The mode of the talk is set."""

    mode: Annotated[TalkMode, Meta(description="The lines that can be said now.")]


class SeatsMuted(Public, frozen=True):
    """Your seat hides what these seats say."""

    muted: Annotated[tuple[Seat, ...], Meta(description="The seats that you have muted.")]


class TalkOff(PlayerProblem, frozen=True, kw_only=True):
    """Nothing can be said: the host or the operator has turned talk off."""

    code = ProblemCode("TALK_OFF")
    http_status = 403


class PhrasesOnly(PlayerProblem, frozen=True, kw_only=True):
    """In this game, only phrases can be said. Send a `phrase`."""

    code = ProblemCode("PHRASES_ONLY")
    http_status = 403


class LineTooLong(PlayerProblem, frozen=True, kw_only=True):
    """The text is too long. Shorten it."""

    code = ProblemCode("LINE_TOO_LONG")
    http_status = 422
    limit: Annotated[int, Meta(description="The most characters of a line, as readers count them.")]


class PhraseUnknown(Problem, frozen=True, kw_only=True):
    """There is no such phrase. `phrases` lists them."""

    code = ProblemCode("PHRASE_UNKNOWN")
    http_status = 422


class SaidTooOften(PlayerProblem, frozen=True, kw_only=True):
    """You, or all in the room together, have said too much in the last seconds. Nothing was said; wait."""

    code = ProblemCode("SAID_TOO_OFTEN")
    http_status = 429
    retry_after: Annotated[int, Meta(description="The seconds after which you can say something again.")]


class Muted(PlayerProblem, frozen=True, kw_only=True):
    """An operator has muted the account: it can say nothing in any game."""

    code = ProblemCode("MUTED")
    http_status = 403
    until: Annotated[Moment | None, Meta(description="The time when it ends. Null if an operator must lift it.")]


class RoomClosed(PlayerProblem, frozen=True, kw_only=True):
    """You can read only the room in which you speak until the game is over."""

    code = ProblemCode("ROOM_CLOSED")
    http_status = 403


_UNSAID: Problems = (TalkOff, PhrasesOnly, LineTooLong, PhraseUnknown, SaidTooOften, Muted)
TalkCursor = Annotated[str, Meta(extra_json_schema={"pattern": f"^{TALK_CURSOR}$"})]
RoomOf = Annotated[
    TalkRoom | None, Meta(description="The room. Without it, the one in which you speak. When the game is over, any.")
]
AfterLine = Annotated[
    TalkCursor | None,
    Meta(description="The cursor of a line: only the lines after it. Without it, the newest lines."),
]


def phrases_in(language: str) -> Mapping[str, str]:
    """The phrases by their names, in a language; what it lacks is English."""
    return words_in("phrases", language)


@declare(QUERY, (), get("/talk/phrases", "talk", etag=False))
def phrases() -> Phrases:
    """The phrases that players can say, in your language."""


@declare(
    MUTATION,
    (*WRITING, NoAccount, Banned, InputRefused, KeyReused, *_UNSAID),
    post("/games/{id}/talk", "talk", etag=False, body=("NewLine", "A line to say.")),
    outcome="The line, or why it is not said.",
    price=Price(once=LOOK),
)
def say(
    game: GameOf,
    text: Annotated[
        str | None,
        Meta(
            description=f"The text: 1 to {MOST_TEXT} characters as readers count them, at most {MOST_BYTES} bytes in UTF-8, on "
            "one line.",
            extra_json_schema={"minLength": 1},
        ),
    ] = None,
    phrase: Annotated[
        str | None, Meta(description="A phrase, such as `GOOD_GAME`, in place of a text. See `phrases`.")
    ] = None,
    key: Key = None,
) -> LineSaid:
    """Say something to the players, with the token of your seat; without a seat, to the spectators, with that of your login.

    Whatever players say can reveal what they hold. It is no part of the game, its log or its records. A room keeps the newest 500
    lines. A key is known for the newest 64.
    """


@declare(
    SUBSCRIPTION,
    (*WATCHING, InputRefused, RoomClosed),
    name="talk",
    use="follow_talk",
    union="TalkLineResult",
    outcome="A line, or why the stream ends.",
    price=Price(once=2 * LOOK),
)
def follow_talk(game: GameOf, room: RoomOf = None, after: AfterLine = None) -> TalkLine:
    """The lines of a room: those after a cursor, or else the newest 50, and then each that is said.

    To resume, pass the `cursor` of the last line you got as `after`. Goes on when the game is over.
    """


@declare(
    QUERY,
    (*READING, InputRefused, RoomClosed),
    get(
        "/games/{id}/talk",
        "talk",
        etag=False,
        stream=follow_talk,
        endless=True,
        ids=TALK_CURSOR,
        more="""
As JSON, the response is a page. To follow a room, pass its `cursor` as `after`, and set `wait`. As `text/event-stream`, each
line is an event whose id is its cursor; `Last-Event-ID` overrides `after`. A problem is the last event, of the type `problem`.
""",
    ),
    outcome="The lines of a room, or why they are not shown.",
    price=_PAGE,
)
def talk(game: GameOf, room: RoomOf = None, after: AfterLine = None, wait: Wait = 0, first: First = 50) -> TalkPage:
    """The lines of a room: the players' for a seat, the spectators' for others, and both when the game is over.

    You do not see lines of seats that you have muted, or of accounts that you have blocked.
    """


@declare(
    MUTATION,
    (*WRITING, NotHost, AlreadyStarted, TalkOff, PhrasesOnly),
    post("/games/{id}/talk/mode", "talk", etag=False, body=("TalkModeChosen", "The mode of the talk.")),
    outcome="The mode, or why it is not set.",
)
def set_talk(
    game: GameOf, mode: Annotated[TalkMode, Meta(description="The lines that can be said from now on.")]
) -> TalkSet:
    """Choose the lines that can be said in your game, as its host. OFF ends the talk, also after the game.

    Without this, the mode is PHRASES if the game's `powers` are AGREED, as between strangers, and FREE if they are FULL. With
    AGREED powers, FREE can be chosen only before the start. An operator can forbid free text or all talk,
    and end that of a game for good.
    """


@declare(
    MUTATION,
    (*WRITING, NotSeated, InputRefused),
    post("/games/{id}/talk/mute", "talk", etag=False, body=("Muting", "A seat to mute.")),
    outcome="The seats that you have muted, or why nothing has changed.",
)
def mute_seat(
    game: GameOf,
    seat: SeatNumber,
    muted: Annotated[bool, Meta(description="False to hear the seat again.")] = True,
) -> SeatsMuted:
    """Hide what a seat says from your seat, also what it has said. Nobody else learns it."""
