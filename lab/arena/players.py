"""Bots that may fail: tried out before the first game, and watched over in each."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

from taphouse.engine.bots import Bot
from taphouse.engine.bots.names import NoBot, NotLearnt, bot_named, is_own
from taphouse.engine.bots.players import remembers
from taphouse.engine.contract import Move, Rules
from taphouse.engine.game import Game
from taphouse.engine.notation import write
from taphouse.lab.programs import Program

MOST_FAULTS = 20
"""The number of faults in a game after which a bot is not asked any more."""


def try_out(name: str, game: Game, rules: Rules, state: Any) -> None:
    """Let a bot of somebody else choose a first move, which may be illegal.

    Raises:
        NoBot: It is none, or cannot choose; `NotLearnt` if only such a game is none for it.
    """
    makes = bot_named(name)
    if is_own(name):
        return
    seat: Any = rules.decider(state)
    try:
        bot = makes(game, random.Random(0))
        try:
            bot.choose(rules, rules.known(state, seat), seat)
        finally:
            if isinstance(bot, Program):
                bot.asks.close()
    except NotLearnt as refusal:
        raise NotLearnt(f"{name} cannot play: {refusal}") from None
    except NoBot:
        raise
    except Exception as error:  # a bot may fail in any way
        raise NoBot(f"{name} cannot play: {type(error).__name__}: {error}") from None


class Seated:
    """A bot at a seat of an arena's game. Where it fails, the passive move is made, and the fault is counted."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self.faults = bot, 0
        self.asked, self.seconds = 0, 0.0
        """The number of decisions that it was asked for, and the time that they took."""
        self.remembers = remembers(bot)
        self.reason = ""
        """The reason of its last failure."""

    def choose(self, rules: Rules, known: Any, seat: int, *memory: Any) -> Move:
        """The bot's move, or the passive one. Only a bot that remembers is given a memory.

        Raises:
            NotLearnt: The bot cannot play any move of this game.
        """
        if self.faults < MOST_FAULTS:
            self.asked += 1
            try:
                move = self._timed(rules, known, seat, *memory)
                refusal = rules.why_not(known, move)
                if refusal is None:
                    return move
                self.reason = f"{write(move)!r} is not legal: {rules.explained(refusal)}"
            except NotLearnt:
                raise
            except Exception as error:  # a bot may fail in any way, and the arena goes on
                self.reason = f"{type(error).__name__}: {error}"
            self.faults += 1
        passive: Move = next(rules.moves(known))
        return passive

    def _timed(self, *told: Any) -> Move:
        begins = perf_counter()
        try:
            return self._bot.choose(*told)
        finally:
            self.seconds += perf_counter() - begins

    @property
    def tokens(self) -> int | None:
        """The tokens of language models that it has taken in this game; None if it does not report them."""
        return getattr(self._bot, "tokens", None)
