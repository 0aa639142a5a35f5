"""The choice of a kind of game, with its edition, options and number of players, by the arguments of a command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from taphouse.engine import GAMES
from taphouse.engine.contract import Options
from taphouse.engine.editions import Edition, EditionError
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import span
from taphouse.service.games.kernel.editions import Editions

T = TypeVar("T")


class BadArgument(Exception):
    """An argument is invalid; the message lists the valid values."""


def chosen_game(
    kind: str | None, edition: str | None, editions_dir: Path | None, options: str, players: int | None
) -> tuple[Game, Edition, Options, int]:
    """The kind of game, the edition, the options and the number of players of new games; the first or least ones for None.

    Raises:
        BadArgument: They are invalid, or do not fit together.
    """
    game: Game = _named(kind, GAMES, "There is no game {}; the games are {}.")
    about = game.about
    try:
        offered = Editions(GAMES, editions_dir).offered[about.kind]
    except EditionError as error:
        raise BadArgument(str(error)) from None
    used = _named(edition, offered, f"{about.title} has no edition {{}}; its editions are {{}}.")
    chosen = _options(game, options)
    if players is not None and players not in about.seats:
        raise BadArgument(f"{about.title} is for {span(about.seats, 'player')}, not {players}.")
    seats = about.seats[0] if players is None else players
    rules = game.rules(used)
    refusal = rules.why_not_new(chosen, seats)
    if refusal is not None:
        raise BadArgument(rules.explained(refusal))
    return game, used, chosen, seats


def _named(name: str | None, known: Mapping[str, T], refusal: str) -> T:
    """The value of a name; the first one for None."""
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise BadArgument(refusal.format(repr(name), ", ".join(known)))
    return known[name]


def _options(game: Game, text: str) -> Options:
    """The options that JSON gives."""
    try:
        return game.about.chosen(msgspec.json.decode(text, type=dict[str, Any]))
    except ValueError as error:
        raise BadArgument(f"Invalid options for {game.about.title}: {str(error).removesuffix('.')}.") from None
