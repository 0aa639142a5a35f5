"""The checks of a record's headers: that they fit the game, and each other."""

from __future__ import annotations

import datetime
import hashlib

import msgspec

from taphouse.engine.bots import BOTS
from taphouse.engine.chance import commitment
from taphouse.engine.contract import Options, Rules
from taphouse.engine.editions import Edition, EditionError, load
from taphouse.engine.game import Game
from taphouse.engine.records.record import Finished, Record, RecordError
from taphouse.engine.resigning import SERVICE_RULES
from taphouse.engine.vocabulary import constant, span

_BOTS = tuple(map(constant, BOTS))
"""The kinds of bots, as records name them."""


def check(record: Record, game: Game, edition: Edition) -> None:
    """Check what needs no rules: kind, edition, rules of the service, bots, times, origin and commitment.

    Raises:
        RecordError: a header is wrong.
    """
    if record.kind != game.about.kind:
        raise RecordError(f"This is a game of {record.kind}, not {game.about.kind}.", "kind")
    if record.edition.digest != edition.digest:
        raise RecordError("The edition has another digest.", "edition")
    if record.edition.name != edition.name:
        raise RecordError(f"The edition with this digest is named {edition.name}.", "edition")
    if record.service_rules > SERVICE_RULES:
        reason = (
            f"This release has versions 1 to {SERVICE_RULES} of the rules of the service, not {record.service_rules}."
        )
        raise RecordError(reason, "serviceRules")
    check_file(record)
    for number, player in enumerate(record.seats):
        if player.bot is not None:
            check_bot(player.bot, f"seats[{number}]")
    lasted = record.lasted
    if lasted is not None and lasted < datetime.timedelta():
        raise RecordError("The game was last changed before it was created.", "updated")
    if record.origin is not None and record.origin.game == record.game:
        raise RecordError("A game is not forked from itself.", "origin")
    _check_commitment(record)


def check_file(record: Record) -> None:
    """Check that the file of the edition has the digest of the edition, if the record holds it.

    Raises:
        RecordError: it has another one.
    """
    file = record.edition_file
    if file is not None and hashlib.sha256(file.encode()).hexdigest() != record.edition.digest:
        raise RecordError("The file of the edition is not the one with its digest.", "editionFile")


def brought(game: Game, record: Record) -> Edition:
    """The edition whose file a record holds.

    Raises:
        RecordError: the record holds none, or it is invalid.
    """
    check_file(record)
    try:
        return load(game.edition, (record.edition_file or "").encode(), record.edition.name)
    except EditionError as error:
        raise RecordError(f"The edition is invalid: {error.entry}: {error.reason}", "editionFile") from None


def options(record: Record, game: Game) -> Options:
    """The options of a record.

    Raises:
        RecordError: they are none of the game.
    """
    try:
        return msgspec.convert(record.options, game.about.options)
    except msgspec.ValidationError as error:
        raise RecordError(f"The options are not valid: {error}.", "options") from None


def check_table(record: Record, game: Game, rules: Rules, chosen: Options) -> None:
    """Check that the rules allow so many seats, with these options.

    Raises:
        RecordError: they do not.
    """
    seats = game.about.seats
    if len(record.seats) not in seats:
        text = f"{game.about.title} is for {span(seats, 'player')}, not {len(record.seats)}."
        raise RecordError(text, "seats[0]")
    refusal = rules.why_not_new(chosen, len(record.seats))
    if refusal is not None:
        raise RecordError(rules.explained(refusal), "options")


def check_bot(bot: str, place: str) -> None:
    """Check that a bot is one of this release: a game goes on with its bots.

    Raises:
        RecordError: it is not.
    """
    if bot not in _BOTS:
        raise RecordError(f"There is no bot {bot[:40]} here. The bots are {', '.join(_BOTS)}.", place)


def _check_commitment(record: Record) -> None:
    if record.seed is None:
        if record.salt is not None:
            raise RecordError("There is a salt, but no seed.", "salt")
        if record.commitment is not None and isinstance(record.result, Finished):
            raise RecordError("The game is over, but there is no seed to open the commitment.", "commitment")
        return
    if record.commitment is None:
        if record.salt is not None:
            raise RecordError("There is a salt, but no commitment.", "salt")
        return
    if commitment(bytes.fromhex(record.seed), bytes.fromhex(record.salt or "")) != record.commitment:
        raise RecordError("The commitment is not that of the seed and salt.", "commitment")
