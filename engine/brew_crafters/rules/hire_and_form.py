"""Skilled workers are hired (BC-17) and partnerships formed (BC-16): what the market gives to choose from a row of cards."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.events import PartnershipFormed, WorkerHired
from taphouse.engine.brew_crafters.moves import Form, Hire, Trade
from taphouse.engine.brew_crafters.rules.trade import Deciding, no_partnership
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Position, ToForm, ToHire
from taphouse.engine.contract import Refusal
from taphouse.engine.upgrades import Fixes


class Hiring(Deciding):
    """The choice of a skilled worker."""

    entry = ToHire
    task = "hire"
    rules = ("BC-17",)
    answers = (Hire, Trade)

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._hires = tuple(Hire(worker.name) for worker in box.workers)

    def rows(self, state: Position, _owed: ToHire) -> tuple[Sequence[Hire], ...]:
        return ([self._hires[worker] for worker in state.workers],)

    def why_not_own(self, state: BrewCraftersState, _owed: ToHire, move: Hire) -> Refusal | None:
        worker = self.box.worker_code.get(move.worker)
        if worker in state.workers:
            return None
        if worker is None:
            there = ", ".join(self.box.worker_code)
            return Refusal("BC-17", f"There is no skilled worker {move.worker}; there are {there}.")
        title = self.box.workers[worker].title
        for seat, brewer in enumerate(state.brewers, 1):
            if worker in brewer.workers:
                return Refusal("BC-17", f"{title} works for seat {seat}.")
        return Refusal("BC-05", f"{title} is not in this game.")

    def make_own(self, board: Board, owed: ToHire, move: Hire) -> None:
        board.pending.pop()
        hired = self.box.worker_code[move.worker]
        board.workers = tuple([worker for worker in board.workers if worker != hired])
        board.change(owed.seat, workers=(*board.brewers[owed.seat - 1].workers, hired))
        board.events.append(WorkerHired(owed.seat, move.worker))


class Forming(Deciding):
    """The choice of a partnership."""

    entry = ToForm
    task = "form"
    rules = ("BC-16",)
    answers = (Form, Trade)

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._forms = tuple(Form(partnership.name) for partnership in box.partnerships)

    def rows(self, state: Position, _owed: ToForm) -> tuple[Sequence[Form], ...]:
        return ([self._forms[partnership] for partnership in state.partnerships],)

    def why_not_own(self, state: BrewCraftersState, _owed: ToForm, move: Form) -> Refusal | None:
        partnership = self.box.partnership_code.get(move.partnership)
        if partnership in state.partnerships:
            return None
        if partnership is None:
            return no_partnership(self.box, move.partnership)
        title = self.box.partnerships[partnership].title
        for seat, brewer in enumerate(state.brewers, 1):
            if partnership in brewer.partnerships:
                return Refusal("BC-16", f"{title} is the partner of seat {seat}.")
        return Refusal("BC-02", f"{title} is not in a game of {len(state.brewers)} players.")

    def make_own(self, board: Board, owed: ToForm, move: Form) -> None:
        board.pending.pop()
        formed = self.box.partnership_code[move.partnership]
        board.partnerships = tuple([partnership for partnership in board.partnerships if partnership != formed])
        board.change(owed.seat, partnerships=(*board.brewers[owed.seat - 1].partnerships, formed))
        board.events.append(PartnershipFormed(owed.seat, move.partnership))
