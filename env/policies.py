"""Policies that choose action numbers, as bots: in the arena, as opponents in environments, wherever a bot plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from taphouse.engine.contract import Move, Rules
from taphouse.env.table import Array, GameTable

Policy = Callable[[Array, Array], int]
"""(observation, action mask) -> the number of an action that the mask allows."""


class TableBot:
    """A bot that has learnt a game from a table.

    Args:
        table: the table, which any number of bots can share.
    """

    def __init__(self, table: GameTable) -> None:
        self._table = table

    def check(self, rules: Rules, known: Any) -> None:
        """Refuse a game that it has not learnt.

        Raises:
            NotLearnt: it has another number of seats, or another edition.
        """
        self._table.check(rules, known)


class PolicyBot(TableBot):
    """A bot that plays as a policy chooses.

    Args:
        policy: the policy.
        table: a table of the game, with the edition, the number of seats, the observations and the actions that the policy has
            learnt.
    """

    def __init__(self, policy: Policy, table: GameTable) -> None:
        super().__init__(table)
        self._policy = policy
        self.remembers = table.recalls

    def choose(self, rules: Rules, known: Any, seat: int, memory: Any = None) -> Move:
        """Choose a legal move.

        Raises:
            NotLearnt: see `check`.
            ValueError: the policy chose an action that is not legal.
        """
        table = self._table
        self.check(rules, known)
        choice = table.choice([*rules.moves(known)])
        while choice.move is None:
            mask = np.zeros(table.size, np.int8)
            mask[choice.legal] = 1
            action = int(self._policy(table.observed(known, seat, memory, choice.chosen), mask))
            if action not in choice.legal:
                raise ValueError(f"the policy chose {action}, which the action mask does not allow")
            choice = choice.after(action)
        return choice.move
