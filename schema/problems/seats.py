"""Refusals about who plays a seat."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.schema.problems.base import PlayerProblem, Problem, ProblemCode
from taphouse.schema.values.agreements import ProposalKind
from taphouse.schema.values.versions import Moment


class AlreadySeated(PlayerProblem, frozen=True, kw_only=True):
    """The account already has a seat in this game."""

    code = ProblemCode("ALREADY_SEATED")
    your_seat: Annotated[int, Meta(description="The account's seat.")]


class AlreadyResigned(PlayerProblem, frozen=True, kw_only=True):
    """The seat has already resigned."""

    code = ProblemCode("ALREADY_RESIGNED")


class AlreadyStarted(PlayerProblem, frozen=True, kw_only=True):
    """The game has started. What is prepared before the start cannot be changed now; to open a seat, replace its player."""

    code = ProblemCode("ALREADY_STARTED")


class ConsentNeeded(PlayerProblem, frozen=True, kw_only=True):
    """The game's `powers` are AGREED, so the host needs the consent of these seats. See `proposal` and `absentAt`."""

    code = ProblemCode("CONSENT_NEEDED")
    http_status = 403
    proposal: Annotated[ProposalKind, Meta(description="The kind of proposal with which a player can ask for it.")]
    seats: Annotated[tuple[int, ...], Meta(description="The seats whose consent is needed, in turn order.")]
    absent_at: Annotated[
        Moment | None,
        Meta(
            description="The time from which all of them are absent if nothing happens until then, so that the host needs no "
            "consent. Null if one of them does not have to decide."
        ),
    ]


class SeatUnchanged(PlayerProblem, frozen=True, kw_only=True):
    """The seat is already open, closed, named, chosen or played as you ask."""

    code = ProblemCode("SEAT_UNCHANGED")


class NamedLately(PlayerProblem, frozen=True, kw_only=True):
    """The player has changed their names in the running game less than a minute ago."""

    code = ProblemCode("NAMED_LATELY")
    http_status = 429
    retry_after: Annotated[int, Meta(description="The seconds after which they can change them again.")]


class SeatsNotTaken(PlayerProblem, frozen=True, kw_only=True):
    """Some seats are not taken, so the game cannot start."""

    code = ProblemCode("SEATS_NOT_TAKEN")
    free_seats: Annotated[tuple[int, ...], Meta(description="The seats that are not taken, in turn order.")]


class NoOpenSeat(PlayerProblem, frozen=True, kw_only=True):
    """The seat is taken, closed or reserved for a challenged player, or no seat is open."""

    code = ProblemCode("NO_OPEN_SEAT")


class NotAway(PlayerProblem, frozen=True, kw_only=True):
    """No bot plays for you: your seat is yours to play."""

    code = ProblemCode("NOT_AWAY")


class InviteRejected(PlayerProblem, frozen=True, kw_only=True):
    """The invite is not valid: it is forged, expired, revoked or of another game, or its seat is taken. Ask the host for one."""

    code = ProblemCode("INVITE_REJECTED")
    http_status = 403


class PeopleOnly(PlayerProblem, frozen=True, kw_only=True):
    """The game is for people only, and a program asked for a seat. `openGames` lists others."""

    code = ProblemCode("PEOPLE_ONLY")
    http_status = 403


class PlayerNotFound(PlayerProblem, frozen=True, kw_only=True):
    """No player has this handle or id, a guest sits there, or your account has not played in the game. Check the handle."""

    code = ProblemCode("PLAYER_NOT_FOUND")
    http_status = 404


class ChallengesOff(Problem, frozen=True, kw_only=True):
    """The operator has turned challenges off."""

    code = ProblemCode("CHALLENGES_OFF")
    http_status = 403


class NoProfile(PlayerProblem, frozen=True, kw_only=True):
    """You have no public profile, so the player could not know who challenges them. Sign in, and open one with `saveProfile`."""

    code = ProblemCode("NO_PROFILE")
    http_status = 403


class TooManyChallenges(PlayerProblem, frozen=True, kw_only=True):
    """The player has too many open challenges, or you have challenged them, or others, too often today."""

    code = ProblemCode("TOO_MANY_CHALLENGES")
    http_status = 429
    handle: Annotated[str, Meta(description="The player's handle.")]
    retry_after: Annotated[int, Meta(description="The seconds after which you can challenge them at the latest.")]
