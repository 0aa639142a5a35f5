"""Values of the public API that all kinds of games share."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, NewType

import msgspec
from msgspec import Meta, Struct

from taphouse.engine import contract
from taphouse.engine import game as engine
from taphouse.engine.contract import EndReason, Event, Outcome, Seat
from taphouse.engine.messages import Wording
from taphouse.engine.messages.templates import Names
from taphouse.engine.vocabulary import Public, Word, constant
from taphouse.schema.prices import BY_PARENT
from taphouse.schema.values.agreements import AgreedEnd, Proposal, UndoOption
from taphouse.schema.values.bots import BotKind as BotKind
from taphouse.schema.values.clocks import Clock
from taphouse.schema.values.epochs import Epoch
from taphouse.schema.values.lifecycle import LIFECYCLE
from taphouse.schema.values.moments import Moment as Moment
from taphouse.schema.values.moments import moment as moment
from taphouse.schema.values.worlds import World

GameKind = NewType("GameKind", str)
"""A kind of game in capitals, such as `DANK_AND_DRAFT`. An enum of the games that are served."""
MoveInputObject = NewType("MoveInputObject", dict[str, Any])
"""A `MoveInput` as an object."""


class Status(Word):
    """The status of a game."""

    WAITING = "WAITING", "Some seats are not taken. The game starts when all are."
    RUNNING = "RUNNING", "The game is in progress."
    OVER = "OVER", "The game was played to its end. Nothing is hidden any more."
    ABANDONED = "ABANDONED", "The host or the players ended the game early. What was hidden stays hidden."


class SeatKind(Word):
    """Who plays a seat of a new game."""

    MINE = "MINE", "You, the creator. You get the seat's token with the new game."
    OPEN = "OPEN", "A player who joins."
    BOT = "BOT", "A bot of the service, chosen by `bot`. It moves as soon as it must decide."


class Role(Word):
    """The role of a viewer in a game."""

    SEAT = "SEAT", "A player at a seat."
    HOST = "HOST", "The host without a seat. Sees what a spectator sees."
    SPECTATOR = "SPECTATOR", "Anyone else: a client without a token, or an account with no part in the game."


class Visibility(Word):
    """Who can find a game."""

    OPEN = (
        "OPEN",
        "Everyone. `openGames` lists the game while it waits for players, and `finishedGames` once it is over.",
    )
    UNLISTED = "UNLISTED", "Only clients that know its id."


class OriginKind(Word):
    """What a game began from."""

    FORK = "FORK", "A position of another game: see `gameId` and `version`."
    POSITION = "POSITION", "The last position of a record. Its creator knows what was visible to any seat there."
    IMPORT = "IMPORT", "A record, whose moves are in the log. Its importer knows the draws, so the game is `seeded`."
    REMATCH = "REMATCH", "The set-up, as the rematch of another game: see `gameId` and `version`."


class Origin(Public, frozen=True):
    """What a game began from, if that was no set-up, or the game that it is the rematch of."""

    kind: Annotated[OriginKind, Meta(description="What the game began from.")]
    game_id: Annotated[
        str | None, Meta(description="The game that it was forked from, or is the rematch of. Null for other kinds.")
    ] = None
    version: Annotated[int | None, Meta(description="The version of that game. Null for other kinds.")] = None


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
    bot: Annotated[BotKind | None, Meta(description="The bot that plays the seat now. Null if a player does.")] = None
    closed: Annotated[
        bool, Meta(description="Whether only the host can join the seat. Has no effect while the seat is taken.")
    ] = False
    brewery: Annotated[str | None, Meta(description="The name of the player's brewery. Null if none was given.")] = None
    away: Annotated[bool, Meta(description="Whether the player is absent: `bot` plays for them until they return.")] = (
        False
    )


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


# --- bases of the types that are derived for each kind of game --------------------------------------------------------------


class Game(Public, frozen=True):
    """A game at one version, as the viewer sees it."""

    id: Annotated[
        str,
        Meta(
            description="Identifies what is shown, for caches: the game's id, or `id@version` if it is shown at a version that "
            "you asked for, or at one that is not the newest."
        ),
    ]
    game_id: Annotated[str, Meta(description="The game's id, as operations take it.")]
    version: Annotated[int, Meta(description="The version shown.")]
    epoch: Epoch
    latest: Annotated[int, Meta(description="The game's newest version.")]
    status: Annotated[Status, Meta(description="The game's status at this version.")]
    visibility: Annotated[Visibility, Meta(description="Who can find the game.")]
    seats: Annotated[tuple[SeatInfo, ...], Meta(description="The seats, in turn order.")]
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]
    viewer: Annotated[Viewer, Meta(description="You in this game: your role and rights.")]
    edition: Annotated[str, Meta(description="The digest of the game's edition.")]
    rules_version: Annotated[
        int, Meta(description="The version of the rules at this version of the game. The catalogue has its fixes.")
    ]
    seeded: Annotated[
        bool,
        Meta(
            description="Whether a client knows the seed or the draws, because it chose the seed or imported the game. It can "
            "predict draws, so such a game is for tests."
        ),
    ]
    origin: Annotated[
        Origin | None,
        Meta(description="What the game began from: another game, or a record. Null if it began with the set-up."),
    ]
    commitment: Annotated[str, Meta(description="The commitment to the seed, published before the first draw.")]
    seed: Annotated[
        str | None, Meta(description="The seed, to verify every draw, in hexadecimal. Null unless the game is over.")
    ]
    salt: Annotated[
        str | None,
        Meta(
            description="What the commitment is salted with, to verify it, in hexadecimal. Null unless the game is over, and in "
            "games from before commitments were salted."
        ),
    ]
    created_at: Annotated[Moment, Meta(description="When the game was created.")]
    updated_at: Annotated[Moment, Meta(description="When this version was created.")]
    expires_at: Annotated[Moment, Meta(description="When the game is deleted if nothing happens after this version.")]
    clock: Annotated[Clock | None, Meta(description="The clocks. Null if the game has none.")]
    decision: Annotated[Decision | None, Meta(description="The decision to make now. Null if the game is not running.")]
    outcome: Annotated[Outcome | None, Meta(description="How the game ended. Null unless it was played to its end.")]
    undo: Annotated[UndoOption, Meta(description="When moves can be taken back.")]
    proposals: Annotated[
        tuple[Proposal, ...],
        Meta(description="What seats have proposed and not all others have answered, oldest first."),
    ]
    agreed_end: Annotated[
        AgreedEnd | None, Meta(description="How the seats agreed to end the game. Null unless they ended it early.")
    ]
    rematch: Annotated[
        str | None,
        Meta(
            description="The id of the next game, once the seats have agreed on a rematch. `takeRematch` gives its tokens."
        ),
    ]


class LegalMove(Public, frozen=True):
    """A legal move, ready to send."""

    notation: Annotated[str, Meta(description="The move as one line of text.")]
    label: Annotated[str, Meta(description="The move as a short sentence for people.")]
    input: Annotated[MoveInputObject, Meta(description="The move as a `MoveInput`. Send it unchanged.")]


class LogEntry(Public, frozen=True):
    """An entry of a game's log: how one version came about, as the viewer sees it."""

    version: Annotated[int, Meta(description="The version that this entry created.")]
    epoch: Epoch
    at: Annotated[Moment, Meta(description="When the version was created.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted. Null if the host or the service did.")]
    notation: Annotated[str | None, Meta(description="The move as one line of text. Null if the entry is not a move.")]
    automatic: Annotated[
        bool,
        Meta(description="Whether the service made the move for a seat that had resigned, or whose time was over."),
    ]
    sentence: Annotated[str, Meta(description="What happened, as a sentence for people.")]


class Preview(Public, frozen=True):
    """The result of some moves, as far as the seat can know it. Nothing is changed."""

    tells_news: Annotated[
        bool,
        Meta(description="Whether the last move would reveal something new to the seat. The preview shows it as null."),
    ]


class EventPage(Public, frozen=True):
    """A page of a game's log, by version: versions have no gaps, and a client can wait for the next one."""

    version: Annotated[
        int,
        Meta(
            description="The version of the last entry, or `after` if there are none. Pass it as `after` to continue."
        ),
    ]
    epoch: Epoch
    latest: Annotated[int, Meta(description="The game's newest version.")]
    entries: Annotated[
        tuple[LogEntry, ...],
        Meta(description="The entries, in version order, without gaps.", extra={"size": BY_PARENT}),
    ]
    ended: Annotated[
        bool, Meta(description="Whether the game is over or abandoned. Only proposals of a rematch can follow.")
    ]


def shown_outcome(outcome: Outcome) -> Outcome:
    """An outcome as the API shows it: the reason is a value of the enum."""
    return msgspec.structs.replace(outcome, reason=EndReason(constant(outcome.reason)))


class Decision(Public, frozen=True):
    """The decision to make now. It is public: it contains only what all viewers know."""

    seat: Annotated[Seat, Meta(description="The seat that must decide.")]
    task: Annotated[str, Meta(description="The kind of decision, such as `draft`.")]
    prompt: Annotated[str, Meta(description="What to decide, as a sentence to the player.")]
    rules: Annotated[tuple[str, ...], Meta(description="The ids of the rules that require the decision.")]
    verbs: Annotated[
        tuple[str, ...],
        Meta(
            description="The verbs of the moves that can answer it, such as `take-action`, by public information alone. "
            "`legalMoves` lists the moves that are legal."
        ),
    ]
    deadline: Annotated[
        Moment | None,
        Meta(
            description="When the time of the seat is over: see `clock`. Null if its clock does not run, and in previews."
        ),
    ] = None


def shown_decision(
    decision: contract.Decision | None, wording: Wording, names: Names, deadline: datetime.datetime | None = None
) -> Decision | None:
    """A decision with its prompt.

    Args:
        decision: the decision.
        wording: the words of the game.
        names: what to call the players, in seat order.
        deadline: when the seat's time is over.
    """
    if decision is None:
        return None
    prompt = wording.prompt(decision.task, decision.details, names)
    return Decision(decision.seat, decision.task, prompt, decision.rules, decision.verbs, deadline)


class GameTypes(Struct, frozen=True):
    """The API types that are derived for one kind of game."""

    kind: GameKind
    game: type[Game]
    legal_move: type[LegalMove]
    log_entry: type[LogEntry]
    preview: type[Preview]
    world: type[World]
    events: Mapping[type[Event], type[Event]]
    """The events as the API shows them, with a sentence, by the events of the engine."""
    other_games: frozenset[str]
    """The fields of a `MoveInput` for moves of other games."""


def game_types(game: engine.Game, others: Iterable[engine.Game]) -> GameTypes:
    """Derive the API types of a game. Call it once for each game of a schema.

    Args:
        game: the game.
        others: the other games of the schema.
    """
    about = game.about
    move: Any = union(about.moves)
    events = {event: shown_event(event) for event in (*about.events, *LIFECYCLE)}
    event: Any = union(events.values())

    def make(base: type, kind: str | None = None, **fields: tuple[Any, str]) -> Any:
        typed = [
            (name, Annotated[hint, Meta(description=text, extra={"size": 1.5} if name == "events" else None)])
            for name, (hint, text) in fields.items()
        ]
        name = about.name + base.__name__
        made = msgspec.defstruct(
            name, typed, bases=(base,), frozen=True, rename="camel", tag_field=kind and "kind", tag=kind
        )
        made.__doc__ = base.__doc__
        return made

    kind = GameKind(constant(about.kind))
    return GameTypes(
        kind,
        make(
            Game,
            kind,
            options=(about.options, "The options that the game was created with."),
            table=(about.view | None, "The table as you see it. Null before the game starts."),
        ),
        make(LegalMove, move=(move, "The move as a typed value.")),
        make(
            LogEntry,
            move=(move | None, "The move as a typed value. Null if the entry is not a move."),
            events=(tuple[event, ...], "The events of this version, in order, as far as you can see them."),
        ),
        make(
            Preview,
            table=(about.view, "The table after the moves."),
            decision=(Decision | None, "The decision after the moves. Null if they end the game."),
            events=(tuple[event, ...], "The events of the moves, in order."),
        ),
        make(World, table=(about.view, "The table, with nothing hidden.")),
        events,
        frozenset(other.field for other in others),
    )


@cache
def shown_event(event: type[Event]) -> type[Event]:
    """An event as the API shows it: with a sentence."""
    sentence = Annotated[str, Meta(description="The event as a sentence for people.")]
    tag = event.__struct_config__.tag
    made: Any = msgspec.defstruct(
        event.__name__,
        [("sentence", sentence)],
        bases=(event,),
        module=event.__module__,
        frozen=True,
        kw_only=True,
        rename="camel",
        tag_field="event",
        tag=tag,
    )
    made.__doc__ = event.__doc__
    return made  # type: ignore[no-any-return]


def union(types: Iterable[type]) -> Any:
    """The union of some types, as an annotation."""
    result: Any = None
    for type_ in types:
        result = type_ if result is None else result | type_
    return result
