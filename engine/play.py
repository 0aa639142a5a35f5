"""Whole games between bots in one call, and positions as text: the shortest way into the engine. See docs/engine.md."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

from taphouse.engine import GAMES
from taphouse.engine.bots import Bot, Players
from taphouse.engine.bots.names import bot_named
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.contract import Move, Options, Outcome, Rules
from taphouse.engine.editions import Edition, load, packaged
from taphouse.engine.game import Game
from taphouse.engine.vocabulary import span

WIDTH = 100
"""The columns of a text."""
_POINT = re.compile(r"[A-Z](\d{1,2})")


class PlayedGame(Struct, frozen=True):
    """A game that was played to its end."""

    rules: Rules
    states: tuple[Any, ...]
    """The positions, the first one before any move."""
    moves: tuple[Move, ...]
    outcome: Outcome


def play(
    kind: str,
    bots: Sequence[str | Bot],
    seed: str,
    options: Options | None = None,
    edition: Edition | None = None,
) -> PlayedGame:
    """Play a game between bots.

    Args:
        kind: the kind of game, such as `dank-and-draft`.
        bots: for each seat a bot, or the name of one, as for `bot_named`.
        seed: the same seed gives the same game, if the bots that are not named depend on nothing else.
        options: the options; None for the defaults.
        edition: the edition; None for the first packaged one.

    Returns:
        The game.

    Raises:
        ValueError: there is no such game or bot, or the options or the number of bots do not fit. The message lists the valid
            values.
    """
    rules, chosen = opened(kind, len(bots), options, edition)
    players = Players(
        rules, {seat: _bot(kind, bot, random.Random(f"{seed} {seat}")) for seat, bot in enumerate(bots, 1)}
    )
    chance = Chance(seed_from(seed))
    states, moves = [rules.new(chosen, len(bots), chance)], []
    while (seat := rules.decider(states[-1])) is not None:
        moves.append(players.choose(states[-1], seat))
        step = rules.apply(states[-1], moves[-1], chance)
        players.saw(states[-1], moves[-1], step.events)
        states.append(step.state)
    return PlayedGame(rules, tuple(states), tuple(moves), cast(Outcome, rules.outcome(states[-1])))


def opened(
    kind: str, seats: int, options: Options | Mapping[str, Any] | None = None, edition: Edition | str | None = None
) -> tuple[Rules, Options]:
    """The rules and the options of a new game.

    Args:
        kind: the kind of game.
        seats: the number of seats.
        options: the options, or their values by the names that the API uses, as in `{"turnCap": 20}`; None for the defaults.
        edition: the edition, the name of a packaged one, or the path of a `.toml` file; None for the first packaged one.

    Raises:
        ValueError: there is no such game, or something does not fit. The message lists the valid values.
    """
    if kind not in GAMES:
        raise ValueError(f"{kind!r} is no kind of game; the kinds are {', '.join(GAMES)}")
    game = GAMES[kind]
    if seats not in game.about.seats:
        raise ValueError(f"{game.about.title} has {span(game.about.seats, 'seat')}, not {seats!r}")
    rules = game.rules(edition if isinstance(edition, Edition) else _edition(game, edition))
    chosen = options if isinstance(options, Options) else game.about.chosen(options or {})
    refusal = rules.why_not_new(chosen, seats)
    if refusal is not None:
        raise ValueError(rules.explained(refusal))
    return rules, chosen


def _edition(game: Game, named: str | None) -> Edition:
    """The packaged edition with a name, or that of a file."""
    every = {edition.name: edition for edition in packaged(game.edition, game.about.package)}
    if named is None:
        return next(iter(every.values()))
    if not isinstance(named, str) or (named not in every and not named.endswith(".toml")):
        raise ValueError(
            f"{game.about.title} has no edition {named!r}; the packaged ones are {', '.join(every)}; of another one, give "
            "the path of its .toml file"
        )
    if named in every:
        return every[named]
    try:
        return load(game.edition, Path(named).read_bytes(), named)
    except OSError as error:
        raise ValueError(f"{named}: {error.strerror}") from None


def _bot(kind: str, bot: str | Bot, rng: random.Random) -> Bot:
    return bot_named(bot)(GAMES[kind], rng) if isinstance(bot, str) else bot


def text(rules: Rules, state: Any, seat: int | None = None) -> str:
    """A position as lines of text, at most 100 columns wide where its names allow: the view, without its types.

    Args:
        rules: the rules.
        state: the position.
        seat: what this seat knows; None for what a spectator does. A position that is known to a seat already is shown as it is.
    """
    known = state if getattr(state, "viewer", -1) >= 0 else rules.known(state, seat)
    return "\n".join(_lines(msgspec.to_builtins(rules.view(known)), ""))


def _lines(fields: dict[str, Any], indent: str) -> Iterator[str]:
    for name, value in fields.items():
        short = _short(value)
        label = f"{indent}{_spoken(name)}:"
        if len(label) + len(short) < WIDTH or not isinstance(value, dict | list | tuple):
            yield f"{label} {short}"
        elif isinstance(value, dict):
            yield label
            yield from _lines(value, indent + "  ")
        elif isinstance(value[0], dict):
            yield label
            for row, items in groupby(value, _row):
                if row is None:
                    yield from (line for item in items for line in _item(item, indent + "  "))
                else:
                    yield f"{indent}  {_short([*items])}"
        else:
            yield f"{label} {short}"


def _row(item: dict[str, Any]) -> str | None:
    """The row of a point of a board, such as 6 of `d6`. None for all else."""
    found = [point[1] for value in item.values() if isinstance(value, str) and (point := _POINT.fullmatch(value))]
    return found[0] if found else None


def _item(item: dict[str, Any], indent: str) -> Iterator[str]:
    """One of several: in a line, or its first value and the others below."""
    short = _short(item)
    if len(indent) + len(short) + 2 <= WIDTH:
        yield f"{indent}- {short}"
        return
    lines = _lines(item, indent + "  ")
    yield f"{indent}- {next(lines).strip()}"
    yield from lines


def _short(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case dict():
            shown = {name: one for name, one in value.items() if one not in (None, (), {}) and name != "text"}
            return ", ".join(
                one if _names_it(name, one) else f"{_spoken(name)} {_short(one)}" for name, one in shown.items()
            )
        case list() | tuple():
            return "; ".join(map(_short, value)) or "none"
    return str(value)


def _names_it(name: str, value: Any) -> bool:
    return isinstance(value, str) and (
        name in ("title", "name", "brewery", "type", "action") or _POINT.fullmatch(value) is not None
    )


def _spoken(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
