"""Games as viewers see them. The types of each kind of game are derived from those that are here; see `derived.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NewType

from msgspec import Meta
from msgspec.structs import replace

from taphouse.engine.contract import EndReason, Outcome, Rules, Seat, Standing
from taphouse.engine.messages.templates import Names
from taphouse.engine.messages.wording import Wording
from taphouse.engine.vocabulary import Public, Word, constant
from taphouse.schema.prices import BY_PARENT
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import AgreedEnd, Proposal, UndoOption
from taphouse.schema.values.clocks import Clock
from taphouse.schema.values.seats import Player, SeatInfo, Viewer
from taphouse.schema.values.versions import Epoch, Moment

GameKind = NewType("GameKind", str)
"""A kind of game in capitals, such as `DANK_AND_DRAFT`. An enum of the games that are served."""
MoveInputObject = NewType("MoveInputObject", dict[str, Any])
"""A `MoveInput` as an object."""


SEED_TEXT = (
    "Any text of up to 100 characters: at the same version, the same text gives the same world. Random if left out."
)
MOST_SEED = 100


class Status(Word):
    """The status of a game."""

    WAITING = (
        "WAITING",
        "The game has not started: some seats are not taken, or its host has yet to start it (see `start`).",
    )
    RUNNING = "RUNNING", "The game is in progress."
    OVER = (
        "OVER",
        "The game was played to its end, or all players but one have resigned. Nothing is hidden any more.",
    )
    ABANDONED = (
        "ABANDONED",
        "The host or the players ended the game early, or it ended while all players had left. What was hidden stays hidden.",
    )


WAITING, RUNNING, OVER, ABANDONED = Status  # Python 3.11 calls a function for each name of an enum


class Visibility(Word):
    """The clients that can find a game."""

    OPEN = (
        "OPEN",
        "Everyone. `openGames` lists the game while it waits for players, and `finishedGames` once it is over.",
    )
    UNLISTED = "UNLISTED", "Only clients that know its id."


class StartOption(Word):
    """The condition for the start of a game."""

    WHEN_FULL = "WHEN_FULL", "The game starts when all seats are taken."
    BY_HOST = "BY_HOST", "The host starts the game (`startGame`) once all seats are taken."


class HostPowers(Word):
    """The powers of the host after the start."""

    AGREED = (
        "AGREED",
        "What concerns the players takes their consent, by a proposal. Alone, the host can only replace absent players.",
    )
    FULL = (
        "FULL",
        "The host can replace players and tokens, add time, upgrade the rules and end the game without asking.",
    )


ABSENT_AFTER = 259_200
"""The seconds for which a game without clocks waits for a player, until they count as absent: three days."""


LANGUAGE = "[a-z]{2,3}"
"""The language of a table, as a regular expression."""
LANGUAGE_TEXT = "The language in which the players want to talk, by its ISO 639 code, such as `de`. Null for any."


class OriginKind(Word):
    """A kind of origin of a game."""

    FORK = "FORK", "A position of another game: see `gameId` and `version`."
    POSITION = "POSITION", "The last position of a record. Its creator knows what was visible to any seat there."
    IMPORT = "IMPORT", "A record, whose moves are in the log. Its importer knows the draws, so the game is `seeded`."
    REMATCH = "REMATCH", "The set-up, as the rematch of another game: see `gameId` and `version`."


class Origin(Public, frozen=True):
    """The origin of a game: another game, of which it is a fork or the rematch, or a record."""

    kind: Annotated[OriginKind, Meta(description="The kind of origin.")]
    game_id: Annotated[
        str | None, Meta(description="The game that it was forked from, or is the rematch of. Null for other kinds.")
    ] = None
    version: Annotated[int | None, Meta(description="The version of that game. Null for other kinds.")] = None


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
    visibility: Annotated[Visibility, Meta(description="The clients that can find the game.")]
    start: Annotated[StartOption, Meta(description="The condition for the start of the game.")]
    powers: Annotated[HostPowers, Meta(description="The powers of the host after the start.")]
    absent_after: Annotated[
        int | None,
        Meta(
            description="The seconds without any change after which a player who must decide counts as absent. Null in a game "
            "with clocks: there they are absent from the end of their time until they act again."
        ),
    ]
    seats: Annotated[tuple[SeatInfo, ...], Meta(description="The seats, in turn order.")]
    open_seats: Annotated[tuple[int, ...], Meta(description="The seats that anyone can join, in turn order.")]
    viewer: Annotated[Viewer, Meta(description="You in this game: your role and rights.")]
    edition: Annotated[
        str,
        Meta(
            description="The digest of the game's edition. If it is none of the catalogue's, a record brought it, or an earlier "
            "release had it: its titles and texts may be a stranger's."
        ),
    ]
    rules_version: Annotated[
        int, Meta(description="The version of the rules at this version of the game. The catalogue has its fixes.")
    ]
    seeded: Annotated[
        bool,
        Meta(
            description="True if a client knows the seed or the draws, because it chose the seed or imported the game. It can "
            "predict draws, so such a game is for tests."
        ),
    ]
    origin: Annotated[
        Origin | None,
        Meta(description="The origin of the game: another game, or a record. Null if it has none."),
    ]
    commitment: Annotated[str, Meta(description="The commitment to the seed, published before the first draw.")]
    seed: Annotated[
        str | None, Meta(description="The seed, to verify every draw, in hexadecimal. Null unless the game is over.")
    ]
    salt: Annotated[
        str | None,
        Meta(
            description="The salt of the commitment, to verify it, in hexadecimal. Null unless the game is over, and in games "
            "from before commitments were salted."
        ),
    ]
    created_at: Annotated[Moment, Meta(description="The time when the game was created.")]
    updated_at: Annotated[Moment, Meta(description="The time when this version was created.")]
    expires_at: Annotated[Moment, Meta(description="The time when the game is deleted if nothing more happens.")]
    clock: Annotated[Clock | None, Meta(description="The clocks. Null if the game has none.")]
    decision: Annotated[Decision | None, Meta(description="The decision to make now. Null if the game is not running.")]
    outcome: Annotated[Outcome | None, Meta(description="The outcome. Null unless the game is over.")]
    undo: Annotated[UndoOption, Meta(description="The conditions for taking moves back.")]
    advice: Annotated[Advice, Meta(description="The advice that the service gives to its seats.")]
    people_only: Annotated[bool, Meta(description="True if programs and bots are refused at the seats.")]
    rated: Annotated[bool, Meta(description="True if the result counts for the ratings of the accounts at the table.")]
    language: Annotated[str | None, Meta(description=LANGUAGE_TEXT)]
    host: Annotated[
        Player | None,
        Meta(
            description="The host's profile, with or without a seat. Null if they had none when they became the host."
        ),
    ]
    spectator_delay: Annotated[
        int, Meta(description="The versions by which viewers without a seat see the game later, until it is over.")
    ]
    spectator_delay_minutes: Annotated[
        int, Meta(description="The minutes by which viewers without a seat see the game later, until it is over.")
    ]
    proposals: Annotated[
        tuple[Proposal, ...],
        Meta(description="The open proposals, oldest first."),
    ]
    agreed_end: Annotated[
        AgreedEnd | None, Meta(description="The early end that the seats agreed on. Null if there is none.")
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


class MoveReason(Public, frozen=True):
    """A reason for a move: what it changes or threatens, as your seat can know it."""

    key: Annotated[
        str,
        Meta(
            description="The kind of reason, such as `new-type`. Each game has its own; `only-move`, `nothing-better` and a few "
            "others are of every game; or it is an event that the move brings about."
        ),
    ]
    sentence: Annotated[str, Meta(description="The reason as a sentence for people.")]
    seat: Annotated[Seat | None, Meta(description="The seat that it concerns. Null if it concerns only yours.")] = None
    name: Annotated[
        str | None, Meta(description="The name of the card, type or other thing that it is about, if there is one.")
    ] = None
    number: Annotated[
        int | None, Meta(description="The number in the sentence: of points, cards or whatever it speaks of.")
    ] = None


class LogEntry(Public, frozen=True):
    """An entry of a game's log: how one version came about, as the viewer sees it."""

    version: Annotated[int, Meta(description="The version that this entry created.")]
    epoch: Epoch
    at: Annotated[Moment, Meta(description="The time when the version was created.")]
    seat: Annotated[Seat | None, Meta(description="The seat that acted. Null if the host or the service did.")]
    notation: Annotated[str | None, Meta(description="The move as one line of text. Null if the entry is not a move.")]
    automatic: Annotated[
        bool,
        Meta(description="True if the service made the move for a seat that had resigned, or whose time was over."),
    ]
    sentence: Annotated[str, Meta(description="A sentence for people that says what happened.")]
    sentences: Annotated[
        tuple[str, ...],
        Meta(description="The sentences of its events, in order, with what you may see.", extra={"size": 1.5}),
    ]


class Preview(Public, frozen=True):
    """The result of some moves, as the seat can know it. Nothing is changed."""

    tells_news: Annotated[
        bool,
        Meta(description="True if the last move would reveal something new to the seat. The preview shows it as null."),
    ]
    decision: Annotated[
        Decision | None,
        Meta(
            description="The decision after the moves. Null if they end the game, or if it depends on what the seat cannot see."
        ),
    ]
    legal_moves: Annotated[
        tuple[LegalMove, ...] | None,
        Meta(
            description="With `allSeats`, the moves that can be next, by any seat, as far as yours can know them: at most 500. "
            "Else null.",
            extra={"size": 20},
        ),
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
        bool, Meta(description="True if the game is over or abandoned. Only proposals of a rematch can follow.")
    ]


def shown_outcome(outcome: Outcome) -> Outcome:
    """An outcome as the API shows it: the reason is a value of the enum."""
    return replace(outcome, reason=EndReason(constant(outcome.reason)))


def outcome_in(outcome: Outcome, titles: Mapping[str, str]) -> Outcome:
    """An outcome with the titles of a language as the names of its categories."""

    def named(standing: Standing) -> Standing:
        categories = [replace(one, name=titles.get(f"score.{one.id}", one.name)) for one in standing.categories]
        return replace(standing, categories=tuple(categories))

    return replace(outcome, standings=tuple(map(named, outcome.standings)))


class Decision(Public, frozen=True):
    """The decision to make now. It is public: it contains only what all viewers know."""

    seat: Annotated[Seat, Meta(description="The seat that must decide: yours, if it is one of several in `seats`.")]
    seats: Annotated[
        tuple[Seat, ...],
        Meta(
            description="All seats that must decide now, in turn order. Several decide at the same time, in any order, and see "
            "the choices of the others once all have decided."
        ),
    ]
    task: Annotated[str, Meta(description="The kind of decision, such as `draft`.")]
    prompt: Annotated[str, Meta(description="A sentence on what the player must decide.")]
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
            description="The time when the seat runs out of time: see `clock`. Null if its clock does not run, and in previews."
        ),
    ] = None


def shown_decision(
    rules: Rules, known: Any, wording: Wording, names: Names, clock: Clock | None = None
) -> Decision | None:
    """The decision to make in a position, with its prompt. None if the game is over.

    Args:
        rules: the rules of the game.
        known: what the viewer knows of the position.
        wording: the words of the game.
        names: what to call the players, in seat order.
        clock: the clocks; None if there are none, or for a preview.
    """
    decision = rules.decision(known)
    if decision is None:
        return None
    seat, prompt = decision.seat, wording.prompt(decision.task, decision.details, names)
    deadline = None if clock is None else clock.seats[seat - 1].deadline
    return Decision(seat, rules.deciders(known), decision.task, prompt, decision.rules, decision.verbs, deadline)


class World(Public, frozen=True):
    """A world in which your seat may be: a whole position that agrees with all that it knows, and saw since the start.
    Each has its probability, as in a fair shuffle of the cards that the seat does not see. It reveals nothing about the real one
    beyond that.
    """

    position: Annotated[
        str,
        Meta(
            description="The position as JSON, with everything in it: the engine reads it as the state of this kind of game."
        ),
    ]
