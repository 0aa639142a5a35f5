"""Values of the public API that all kinds of games share."""

from __future__ import annotations

import datetime
from typing import Annotated, Any

from msgspec import Meta

from taphouse.engine.editions import Listed
from taphouse.engine.game import Decision, Event, Outcome, Reason, Seat
from taphouse.engine.vocabulary import Public, Word
from taphouse.schema.prices import BY_PARENT

Moment = Annotated[datetime.datetime, Meta(tz=True)]
"""A point in time in UTC; an RFC 3339 string in JSON."""


class Status(Word):
    """The status of a game."""

    WAITING = "WAITING", "Some seats are not taken. The game starts when all are."
    RUNNING = "RUNNING", "The game is in progress."
    OVER = "OVER", "The game was played to its end. Nothing is hidden any more."
    ABANDONED = "ABANDONED", "The host ended the game early. What was hidden stays hidden."


class SeatKind(Word):
    """Who plays a seat of a new game."""

    MINE = "MINE", "You, the creator. You get the seat's token with the new game."
    OPEN = "OPEN", "A player who joins."
    BOT = "BOT", "A bot of the service, chosen by `bot`. It moves as soon as it must decide."


class BotKind(Word):
    """How a bot of the service chooses its moves."""

    RANDOM = "RANDOM", "Chooses a random legal move."
    GREEDY = "GREEDY", "Looks one move ahead, using only what its seat knows."


class Role(Word):
    """The role of a viewer in a game."""

    SEAT = "SEAT", "A player at a seat."
    HOST = "HOST", "The host without a seat. Sees what a spectator sees."
    SPECTATOR = "SPECTATOR", "Anyone else: a client without a token, or an account with no part in the game."


class Visibility(Word):
    """Who can find a game."""

    OPEN = "OPEN", "Everyone. `openGames` lists the game while it waits for players."
    UNLISTED = "UNLISTED", "Only clients that know its id."


class Viewer(Public, frozen=True):
    """You in this game: your role and rights, by the token you sent."""

    role: Annotated[Role, Meta(description="Your role.")]
    seat: Annotated[Seat | None, Meta(description="Your seat. Null if you have none.")] = None
    host: Annotated[
        bool, Meta(description="Whether you have the host's rights. With an account, you can have them and a seat.")
    ] = False
    read_only: Annotated[bool, Meta(description="Whether the token is read-only.")] = False


SPECTATOR = Viewer(Role.SPECTATOR)
HOSTING = Viewer(Role.HOST, host=True)


class SeatInfo(Public, frozen=True):
    """A seat of a game."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    taken: Annotated[bool, Meta(description="Whether the seat is taken.")]
    resigned: Annotated[
        bool,
        Meta(description="Whether the player resigned. The service then plays the seat's first legal move each time."),
    ]
    bot: Annotated[BotKind | None, Meta(description="The bot that plays the seat. Null if a player does.")] = None
    closed: Annotated[
        bool, Meta(description="Whether only the host can join the seat. Has no effect while the seat is taken.")
    ] = False
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None


class SeatToken(Public, frozen=True):
    """The token of a seat. Keep it secret: any client that sends it as bearer token can see and play the seat."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]


class NarrowToken(Public, frozen=True):
    """A token with fewer rights than the one it was made from. It is revoked with that one and cannot regain rights."""

    token: Annotated[str, Meta(description="For the header `Authorization: Bearer ...`.")]
    read_only: Annotated[bool, Meta(description="Whether the token is read-only.")]
    until: Annotated[
        datetime.datetime | None, Meta(description="When the token expires. Null if it has no expiry time.")
    ]


# --- events of every kind of game ----------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True):
    """The game was created."""

    commitment: Annotated[
        str, Meta(description="The commitment to the seed. The seed itself is published when the game is over.")
    ]


class SeatTaken(Event, frozen=True):
    """A player joined."""

    seat: Seat
    name: Annotated[str | None, Meta(description="The player's name. Null if none was given.")]
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None


class SeatOpened(Event, frozen=True):
    """The host opened a seat. Its player, if any, was removed, and anyone can join."""

    seat: Seat


class SeatClosed(Event, frozen=True):
    """The host closed a seat. Its player, if any, was removed, and only the host can join."""

    seat: Seat


class SeatTokenReplaced(Event, frozen=True):
    """The host replaced a seat's token. The old token is revoked, and an account that held the seat no longer does."""

    seat: Seat


class HostTokenReplaced(Event, frozen=True):
    """The host replaced their own token. The old token is revoked."""

    by: Annotated[str, Meta(description="Always `host`.")] = "host"


class GameStarted(Event, frozen=True):
    """All seats are taken, and the game is set up."""

    seats: Annotated[int, Meta(description="The number of seats.")]


class SeatResigned(Event, frozen=True):
    """A player resigned. From now on the service plays the seat's first legal move at each of its decisions."""

    seat: Seat


class GameAbandoned(Event, frozen=True):
    """The host ended the game early."""

    by: Annotated[str, Meta(description="Always `host`.")] = "host"


class GameEnded(Event, frozen=True):
    """The game was played to its end."""

    # At most one entry of a page ends the game, so this counts as a fraction of an item.
    outcome: Annotated[Outcome, Meta(description="How the game ended.", extra={"size": 0.1})]


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


# --- bases of the types that are derived for each kind of game --------------------------------------------------------------


class Game(Public, frozen=True):
    """A game at one version, as the viewer sees it."""

    id: Annotated[str, Meta(description="The game's id.")]
    version: Annotated[int, Meta(description="The version shown.")]
    latest: Annotated[int, Meta(description="The game's newest version.")]
    status: Annotated[Status, Meta(description="The game's status at this version.")]
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")]
    seats: Annotated[tuple[SeatInfo, ...], Meta(description="The seats, in turn order.")]
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]
    viewer: Annotated[Viewer, Meta(description="You in this game: your role and rights.")]
    edition: Annotated[str, Meta(description="The digest of the game's edition.")]
    seeded: Annotated[
        bool,
        Meta(
            description="Whether a client chose the seed. Anyone who knows it can predict every draw, so it is for tests only."
        ),
    ]
    commitment: Annotated[str, Meta(description="The commitment to the seed, published before the first draw.")]
    seed: Annotated[
        str | None, Meta(description="The seed, to verify every draw, in hexadecimal. Null unless the game is over.")
    ]
    created_at: Annotated[Moment, Meta(description="When the game was created.")]
    updated_at: Annotated[Moment, Meta(description="When this version was created.")]
    decision: Annotated[Decision | None, Meta(description="The decision to make now. Null if the game is not running.")]
    outcome: Annotated[Outcome | None, Meta(description="How the game ended. Null unless it was played to its end.")]


class LegalMove(Public, frozen=True):
    """A legal move, ready to send."""

    notation: Annotated[str, Meta(description="The move as one line of text, for the mutation `play`.")]
    label: Annotated[str, Meta(description="The move as a short sentence for people.")]
    input: Annotated[
        dict[str, Any], Meta(description="The move as a value of the game's move input. Send it unchanged.")
    ]


class LogEntry(Public, frozen=True):
    """An entry of a game's log: how one version came about, as the viewer sees it."""

    version: Annotated[int, Meta(description="The version that this entry created.")]
    at: Annotated[Moment, Meta(description="When the version was created.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted. Null if the host or the service did.")]
    notation: Annotated[str | None, Meta(description="The move as one line of text. Null if the entry is not a move.")]
    automatic: Annotated[bool, Meta(description="Whether the service made the move for a resigned seat.")]


class Preview(Public, frozen=True):
    """The result of some moves, as far as the seat can know it. Nothing is changed."""

    tells_news: Annotated[
        bool,
        Meta(description="Whether the last move would reveal something new to the seat. The preview shows it as null."),
    ]


class LegalMovePage(Public, frozen=True):
    """A page of the legal moves of the viewer's seat. Empty while another seat decides."""

    moves: Annotated[
        tuple[LegalMove, ...],
        Meta(description="The moves, in an order that is fixed for a version.", extra={"size": BY_PARENT}),
    ]
    next: Annotated[int | None, Meta(description="The `after` of the next page. Null on the last page.")]


class EventPage(Public, frozen=True):
    """A page of a game's log."""

    version: Annotated[
        int,
        Meta(
            description="The version of the last entry, or `after` if there are none. Pass it as `after` to continue."
        ),
    ]
    latest: Annotated[int, Meta(description="The game's newest version.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The entries, in version order, without gaps.", extra={"size": BY_PARENT}),
    ]
    ended: Annotated[bool, Meta(description="Whether the game is over or abandoned: no version follows `latest`.")]


# --- lists of games --------------------------------------------------------------------------------------------------------


class PageInfo(Public, frozen=True):
    """The position of a page in its list."""

    has_next_page: Annotated[bool, Meta(description="Whether there may be more items after this page.")]
    end_cursor: Annotated[
        str | None,
        Meta(description="The cursor at the end of the page: the `after` of the next page. Null if the list is empty."),
    ]
    has_previous_page: Annotated[bool, Meta(description="Whether the page starts after a cursor.")]
    start_cursor: Annotated[str | None, Meta(description="The cursor of the first item. Null if the page is empty.")]


# --- the catalogue ---------------------------------------------------------------------------------------------------------


class RuleText(Public, frozen=True):
    """A rule of a kind of game."""

    id: Annotated[str, Meta(description="The rule's id, such as `DD-07`.")]
    text: Annotated[str, Meta(description="The text of the rule.")]
    kind: Annotated[
        str,
        Meta(
            description="The source of the rule: `rulebook`, `ruling` (the rule book leaves it open), `reconstructed`, or a "
            "combination."
        ),
    ]


class Option(Public, frozen=True):
    """An option for a new game."""

    name: Annotated[str, Meta(description="The option's name, as in the options input.")]
    text: Annotated[str, Meta(description="What the option decides.")]
    default: Annotated[str, Meta(description="The default value.")]
    choices: Annotated[tuple[str, ...], Meta(description="The possible values. Empty if the option is a number.")]


class MoveKind(Public, frozen=True):
    """A kind of move."""

    verb: Annotated[str, Meta(description="The verb of the move in notation.")]
    usage: Annotated[str, Meta(description="The syntax of the move in notation.")]
    text: Annotated[str, Meta(description="What the move does, with its rule ids.")]


class EditionInfo(Public, frozen=True):
    """An edition of a kind of game: its figures and names, each with its provenance."""

    name: Annotated[str, Meta(description="The edition's name, as `createGame` takes it.")]
    title: Annotated[str, Meta(description="The edition's title.")]
    text: Annotated[str, Meta(description="A description of the edition.")]
    digest: Annotated[str, Meta(description="The SHA-256 digest of the edition's file. It identifies the edition.")]
    entries: Annotated[tuple[Listed, ...], Meta(description="All entries of the edition.", extra={"size": 160})]


class Kind(Public, frozen=True):
    """A kind of game."""

    id: Annotated[str, Meta(description="The kind's id, such as `dank-and-draft`.")]
    title: Annotated[str, Meta(description="The title of the board game.")]
    designer: Annotated[str, Meta(description="The designer of the board game.")]
    publisher: Annotated[str, Meta(description="The publisher of the board game, and the year.")]
    text: Annotated[str, Meta(description="What players do in the game.")]
    min_seats: Annotated[int, Meta(description="The minimum number of seats.")]
    max_seats: Annotated[int, Meta(description="The maximum number of seats.")]
    minutes: Annotated[int, Meta(description="The approximate playing time of the board game, in minutes.")]
    options: Annotated[tuple[Option, ...], Meta(description="The options for a new game.")]
    moves: Annotated[tuple[MoveKind, ...], Meta(description="The kinds of moves.", extra={"size": 15})]
    reasons: Annotated[tuple[Reason, ...], Meta(description="The ways in which the game can end.")]
    rules: Annotated[
        tuple[RuleText, ...], Meta(description="The rules, in the order of their ids.", extra={"size": 30})
    ]
    editions: Annotated[
        tuple[EditionInfo, ...],
        Meta(description="The available editions, the default first.", extra={"size": 1}),
    ]


class Catalogue(Public, frozen=True):
    """The catalogue of what can be played here."""

    kinds: Annotated[tuple[Kind, ...], Meta(description="The kinds of games.")]
