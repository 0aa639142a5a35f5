"""The values of the public API that are the same for every game."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from msgspec import Meta

from taphouse.engine.editions import Listed
from taphouse.engine.game import Decision, Event, Outcome, Reason, Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.prices import BY_PARENT

Moment = Annotated[datetime.datetime, Meta(tz=True)]
"""A point in time, in UTC; as JSON in the form of RFC 3339."""


class Status(Word):
    """Where a game is."""

    WAITING = "WAITING", "Seats are open; the game starts when all are taken."
    RUNNING = "RUNNING", "It is being played."
    OVER = "OVER", "It came to its end; everything is shown to all."
    ABANDONED = "ABANDONED", "The host ended it before its end."


class SeatKind(Word):
    """Who will sit at a seat of a new game."""

    MINE = "MINE", "Whoever creates the game: he gets the seat's token at once."
    OPEN = "OPEN", "Whoever joins."
    BOT = "BOT", "A bot of the service, which `bot` names: it plays as soon as it must decide."


class BotKind(Word):
    """How a bot of the service plays."""

    RANDOM = "RANDOM", "It makes any legal move."
    GREEDY = "GREEDY", "It looks one move ahead, by what its seat knows."


class Role(Word):
    """What somebody is in a game."""

    SEAT = "SEAT", "A player at a seat."
    HOST = "HOST", "Who created the game; sees what a spectator sees."
    SPECTATOR = "SPECTATOR", "Anybody else: no token was sent."


class Visibility(Word):
    """Who can find a game."""

    OPEN = "OPEN", "Everybody: `openGames` lists it while it waits for players."
    UNLISTED = "UNLISTED", "Who was told its id."


class Viewer(Public, frozen=True):
    """Who the client is in this game, by the token it sent."""

    role: Annotated[Role, Meta(description="What it is.")]
    seat: Annotated[Seat | None, Meta(description="The seat, where it is one.")] = None
    host: Annotated[
        bool, Meta(description="Whether it may do what only the host may, perhaps beside playing a seat.")
    ] = False
    read_only: Annotated[bool, Meta(description="Whether the token only lets see, and change nothing.")] = False


SPECTATOR = Viewer(Role.SPECTATOR)
HOSTING = Viewer(Role.HOST, host=True)


class SeatInfo(Public, frozen=True):
    """A seat of a game."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name; null while nobody gave one.")]
    taken: Annotated[bool, Meta(description="Whether somebody sits there.")]
    resigned: Annotated[
        bool, Meta(description="Whether the player resigned: the first legal move is made for him at every decision.")
    ]
    bot: Annotated[BotKind | None, Meta(description="The bot that plays it; null for a seat of a player.")] = None
    closed: Annotated[
        bool, Meta(description="Whether only the host can still take it, as long as nobody sits there.")
    ] = False
    brewery: Annotated[str | None, Meta(description="What the player calls their brewery; null without a name.")] = None


class SeatToken(Public, frozen=True):
    """The right to play a seat. Keep it secret: whoever sends it as bearer token sees and plays that seat."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class NarrowToken(Public, frozen=True):
    """A token that may do less than the one it was made with. It ends with that one, and cannot be widened again."""

    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]
    read_only: Annotated[bool, Meta(description="Whether it only lets see, and change nothing.")]
    until: Annotated[datetime.datetime | None, Meta(description="When it ends, should it not have ended before.")]


# --- what happens to every game ------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True):
    """The game was created."""

    commitment: Annotated[
        str, Meta(description="The commitment to the seed, which is published when the game is over.")
    ]


class SeatTaken(Event, frozen=True):
    """Somebody joined."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name.")]
    brewery: Annotated[str | None, Meta(description="What the player calls their brewery.")] = None


class SeatOpened(Event, frozen=True):
    """The host opened a seat: whoever sat there does not any more, and anybody may join."""

    seat: Seat


class SeatClosed(Event, frozen=True):
    """The host closed a seat: whoever sat there does not any more, and only the host can join."""

    seat: Seat


class SeatTokenReplaced(Event, frozen=True):
    """The host had a seat's token made anew; the one before has ended, and so has the hold of an account on the seat."""

    seat: Seat


class HostTokenReplaced(Event, frozen=True):
    """The host had his own token made anew; the one before has ended."""

    by: Annotated[str, Meta(description="`host`.")] = "host"


class GameStarted(Event, frozen=True):
    """All seats are taken; the table is set up."""

    seats: Annotated[int, Meta(description="The number of players.")]


class SeatResigned(Event, frozen=True):
    """A player resigned; the first legal move is made for him from now on."""

    seat: Seat


class GameAbandoned(Event, frozen=True):
    """The host ended the game before its end."""

    by: Annotated[str, Meta(description="`host`.")] = "host"


class GameEnded(Event, frozen=True):
    """The game came to its end."""

    # Of the versions that are listed together only one ends the game.
    outcome: Annotated[Outcome, Meta(description="How it ended.", extra={"size": 0.1})]


LIFECYCLE: tuple[type[Event], ...] = (
    TableOpened,
    SeatTaken,
    SeatOpened,
    SeatClosed,
    SeatTokenReplaced,
    HostTokenReplaced,
    GameStarted,
    SeatResigned,
    GameAbandoned,
    GameEnded,
)


# --- what is derived for each game: the bases of its own types ---------------------------------------------------------------


class Game(Public, frozen=True):
    """A game, at one version, as the viewer sees it."""

    id: Annotated[str, Meta(description="Its id.")]
    version: Annotated[int, Meta(description="The version that this shows.")]
    latest: Annotated[int, Meta(description="The newest version there is.")]
    status: Annotated[Status, Meta(description="Where the game is at this version.")]
    visibility: Annotated[Visibility, Meta(description="Who can find it.")]
    seats: Annotated[tuple[SeatInfo, ...], Meta(description="The seats, in turn order.")]
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats at which anybody may join.")]
    viewer: Annotated[Viewer, Meta(description="Who you are here, by the token you sent.")]
    edition: Annotated[str, Meta(description="The digest of the edition it is played with.")]
    seeded: Annotated[
        bool,
        Meta(description="Whether a seed was given: who knows it knows every draw, so such a game is for tests."),
    ]
    commitment: Annotated[str, Meta(description="The commitment to the seed, made before the first draw.")]
    seed: Annotated[str | None, Meta(description="The seed, when the game is over: it verifies every draw.")]
    created_at: Annotated[Moment, Meta(description="When it was created.")]
    updated_at: Annotated[Moment, Meta(description="When this version was made.")]
    decision: Annotated[Decision | None, Meta(description="What must be decided now, and by whom.")]
    outcome: Annotated[Outcome | None, Meta(description="How it ended.")]


class LegalMove(Public, frozen=True):
    """A legal move, ready to be sent."""

    notation: Annotated[str, Meta(description="As one line of text, for the mutation `play`.")]
    label: Annotated[str, Meta(description="As a short sentence for people.")]
    input: Annotated[dict[str, Any], Meta(description="The value to send, exactly as the game's move input takes it.")]


class LogEntry(Public, frozen=True):
    """One version of a game: what happened, as the viewer sees it."""

    version: Annotated[int, Meta(description="The version that this made.")]
    at: Annotated[Moment, Meta(description="When it happened.")]
    seat: Annotated[Seat | None, Meta(description="The seat that did it; null for the host and the service.")]
    notation: Annotated[str | None, Meta(description="The move as one line of text, where it was one.")]
    automatic: Annotated[bool, Meta(description="Whether the move was made for a seat that has resigned.")]


class Preview(Public, frozen=True):
    """What some moves would lead to, as far as the seat can know it. Nothing was changed."""

    tells_news: Annotated[
        bool,
        Meta(description="Whether the last move tells the seat something new; here that is still unknown, and null."),
    ]


class LegalMovePage(Public, frozen=True):
    """Some of the legal moves of the viewer's seat; none when another seat decides."""

    moves: Annotated[
        tuple[LegalMove, ...], Meta(description="The moves, in the engine's order.", extra={"size": BY_PARENT})
    ]
    next: Annotated[int | None, Meta(description="What to give as `after` for the next page; null at the end.")]


class EventPage(Public, frozen=True):
    """What happened after a version."""

    version: Annotated[int, Meta(description="The last version here, or the one asked for; give it as `after` next.")]
    latest: Annotated[int, Meta(description="The game's newest version.")]
    entries: Annotated[
        tuple[LogEntry, ...], Meta(description="The versions in order, none left out.", extra={"size": BY_PARENT})
    ]
    ended: Annotated[bool, Meta(description="Whether the game has ended: after `latest` nothing more will happen.")]


# --- lists of games -------------------------------------------------------------------------------------------------------------


class PageInfo(Public, frozen=True):
    """Where a page of a list lies."""

    has_next_page: Annotated[bool, Meta(description="Whether there may be more after it.")]
    end_cursor: Annotated[str | None, Meta(description="Where it ends: give it as `after` for the next page.")]
    has_previous_page: Annotated[bool, Meta(description="Whether it began after a cursor.")]
    start_cursor: Annotated[str | None, Meta(description="Where it begins.")]


# --- the catalogue --------------------------------------------------------------------------------------------------------------


class RuleText(Public, frozen=True):
    """A rule of a game."""

    id: Annotated[str, Meta(description="Its id, such as `DD-07`.")]
    text: Annotated[str, Meta(description="The rule.")]
    kind: Annotated[
        str,
        Meta(description="`rulebook`, `ruling` (where the rule book leaves it open), `reconstructed`, or a mixture."),
    ]


class Option(Public, frozen=True):
    """Something that can be chosen when a game is created."""

    name: Annotated[str, Meta(description="As the options input names it.")]
    text: Annotated[str, Meta(description="What it chooses.")]
    default: Annotated[str, Meta(description="What holds where nothing is chosen.")]
    choices: Annotated[tuple[str, ...], Meta(description="What can be chosen; empty for a number.")]


class MoveKind(Public, frozen=True):
    """A kind of move."""

    verb: Annotated[str, Meta(description="What notation calls it.")]
    usage: Annotated[str, Meta(description="Its notation.")]
    text: Annotated[str, Meta(description="What it does, with its rule ids.")]


class EditionInfo(Public, frozen=True):
    """An edition of a game: its figures and names, each with its provenance."""

    name: Annotated[str, Meta(description="What `createGame` takes.")]
    title: Annotated[str, Meta(description="Its title.")]
    text: Annotated[str, Meta(description="What it is.")]
    digest: Annotated[str, Meta(description="Its identity: a digest of its file.")]
    entries: Annotated[tuple[Listed, ...], Meta(description="Everything in it.", extra={"size": 160})]


class Kind(Public, frozen=True):
    """A kind of game."""

    id: Annotated[str, Meta(description="Its id, such as `dank-and-draft`.")]
    title: Annotated[str, Meta(description="Its title.")]
    designer: Annotated[str, Meta(description="Who designed the board game.")]
    publisher: Annotated[str, Meta(description="Who published it, and when.")]
    text: Annotated[str, Meta(description="What one does in it.")]
    min_seats: Annotated[int, Meta(description="The fewest players.")]
    max_seats: Annotated[int, Meta(description="The most players.")]
    minutes: Annotated[int, Meta(description="About how long it takes at a table.")]
    options: Annotated[tuple[Option, ...], Meta(description="The readings of the rules that can be chosen.")]
    moves: Annotated[tuple[MoveKind, ...], Meta(description="The kinds of moves.", extra={"size": 15})]
    reasons: Annotated[tuple[Reason, ...], Meta(description="The ways in which it can end.")]
    rules: Annotated[tuple[RuleText, ...], Meta(description="The rules, by id.", extra={"size": 30})]
    editions: Annotated[
        tuple[EditionInfo, ...],
        Meta(description="The editions it can be played with, the default first.", extra={"size": 1}),
    ]


class Catalogue(Public, frozen=True):
    """What can be played here."""

    kinds: Annotated[tuple[Kind, ...], Meta(description="The kinds of games.")]
