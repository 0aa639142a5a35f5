"""A brewery action (BC-19): process beer, collaborate, research, or install a building or equipment (BC-26)."""

from __future__ import annotations

from collections.abc import Sequence

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import STEPS, EffectName
from taphouse.engine.brew_crafters.effects import at_once, choose_basic
from taphouse.engine.brew_crafters.events import TileInstalled
from taphouse.engine.brew_crafters.moves import Collaborate, Install, Process, Research, Trade
from taphouse.engine.brew_crafters.reasons import NothingLeftToInstall
from taphouse.engine.brew_crafters.rules.brew import PROCESS, process, why_not_brew_yet
from taphouse.engine.brew_crafters.rules.collaborate import (
    collaborate,
    collaborations,
    every_portion,
    open_portions,
    why_not_collaborate,
    why_not_give,
)
from taphouse.engine.brew_crafters.rules.research import lab_research, on_open_tracks, why_no_step
from taphouse.engine.brew_crafters.rules.trade import Deciding, Possible
from taphouse.engine.brew_crafters.state import Board, BrewCraftersState, Brewer, Position, ToAct, ToProcess, means_of
from taphouse.engine.contract import Move, Refusal
from taphouse.engine.messages.reasons import NoSuchName
from taphouse.engine.upgrades import Fixes


class ActDetails(Possible, frozen=True):
    """The moves that are possible besides processing beer."""

    collaborate: bool = False
    research: bool = False
    install: bool = False


class BreweryAction(Deciding):
    """A brewery action."""

    entry = ToAct
    task = "act"
    rules = ("BC-19",)
    answers = (Process, Collaborate, Research, Install, Trade)
    told = ActDetails

    def __init__(self, box: Box, fixes: Fixes) -> None:
        super().__init__(box, fixes)
        self._portions = every_portion(box)
        self._researches = tuple(Research(track.name) for track in box.tracks)
        self._installs = [(code, tile.copies, Install(tile.name)) for code, tile in enumerate(box.tiles)]

    def rows(self, state: Position, owed: ToAct) -> tuple[Sequence[Move], ...]:
        brewer = state.brewers[owed.seat - 1]
        return (
            PROCESS,
            collaborations(self._portions, state, owed.seat),
            on_open_tracks(self._researches, brewer),
            self._installable(brewer),
        )

    def _installable(self, brewer: Brewer) -> list[Install]:
        """BC-26."""
        installed = brewer.tiles
        return [move for code, copies, move in self._installs if installed.count(code) < copies]

    def why_not_own(self, state: BrewCraftersState, owed: ToAct, move: Move) -> Refusal | None:
        match move:
            case Collaborate():
                return why_not_collaborate(state, False) or why_not_give(self.box, state, owed.seat, move)
            case Research(track):
                return why_no_step(self.box, state.brewers[owed.seat - 1], track)
            case Install(tile):
                return self._why_no_install(state.brewers[owed.seat - 1], tile)
        return None

    def why_not_now(self, state: BrewCraftersState, owed: ToAct, move: Move) -> Refusal:
        return why_not_brew_yet(self, state, owed, move) or super().why_not_now(state, owed, move)

    def _why_no_install(self, brewer: Brewer, name: str) -> Refusal | None:
        """BC-26."""
        tile = self.box.tile_code.get(name)
        if tile is None:
            return Refusal("BC-26", NoSuchName(name, tuple(self.box.tile_code)))
        if brewer.tiles.count(tile) == self.box.tiles[tile].copies:
            return Refusal("BC-26", NothingLeftToInstall(name))
        return None

    def make_own(self, board: Board, owed: ToAct, move: Move) -> None:
        board.pending.pop()
        match move:
            case Process():
                process(board, owed.seat, False)
            case Collaborate():
                board.pending.append(ToProcess(owed.seat))
                collaborate(board, owed.seat, move)
            case Research(track):
                lab_research(board, owed.seat, track)
            case Install(tile):
                self._install(board, owed.seat, tile)

    def carry_on(self, board: Board, owed: ToAct) -> bool:
        """Processing beer is always possible, so an open track is enough for a choice."""
        return min(board.brewers[owed.seat - 1].steps) == len(STEPS) and super().carry_on(board, owed)

    def trades_matter(self, board: Board, owed: ToAct) -> bool:
        there = open_portions(self._portions, board, owed.seat)
        return self.could_have(board, owed.seat, (cost for _, cost, _ in there))

    def _install(self, board: Board, seat: int, name: str) -> None:
        """BC-26: its own benefits hold from now on, also for what comes on install."""
        tile = self.box.tile_code[name]
        brewer = board.change(seat, tiles=(*board.brewers[seat - 1].tiles, tile))
        board.events.append(TileInstalled(seat, name))
        at_once(board, seat, self.box.tiles[tile].on_install, name)
        for source, act in means_of(brewer, self.box).of(EffectName.CHOOSE_ON_INSTALL):
            choose_basic(board, seat, act, source)
