"""The terms of a game: everything that is fixed when it is created."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from taphouse.engine.chance import Chance
from taphouse.engine.clocks import Timing
from taphouse.engine.records.record import Draw
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.games import HostPowers, Origin, StartOption, Visibility


class Terms(Struct, frozen=True):
    """The terms of a game. They never change, and some are secret until the game is over."""

    edition: str
    """The digest of the edition."""
    options: Any
    """The options that the game was created with. The host can change some while it waits: see `LoadedGame.options`."""
    seeded: bool
    """True if a client knows the seed or the draws."""
    commitment: str
    """The published commitment to the seed."""
    seed: bytes
    salt: bytes | None
    """The salt of the commitment; None in games from before commitments were salted."""
    visibility: Visibility
    origin: Origin | None
    """The origin; None if there is none."""
    begins: Any
    """The position that it began from, with what nobody knows in order; None for a set-up."""
    creators: tuple[str, ...]
    """The digests of the address and of the account, if any, that created it. Empty if there were no limits."""
    fell: tuple[Draw, ...]
    """The draws that fell at a real table, before the game was imported."""
    chance: Chance
    """The source of all draws."""
    timing: Timing | None
    """The time limits; None in a game without clocks."""
    undo: UndoOption
    """The conditions for taking moves back."""
    start: StartOption
    """The condition for the start."""
    service_rules: int
    """The version of the rules of the service; see `engine.resigning`."""
    advice: Advice
    """The advice that the service gives."""
    people_only: bool
    """True if programs and bots are refused at the seats."""
    powers: HostPowers
    """The powers of the host after the start."""
    rated: bool
    """True if the result counts for the ratings of the players."""
    language: str | None
    """The language in which the players want to talk; None for any."""
    spectator_delay: int
    """The versions by which the game is shown later to viewers without a seat, while it runs."""
    spectator_delay_minutes: int
    """The minutes by which it is."""
