"""The reasons for a move: true facts of its preview, in words of each language, for games with merits and without."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from taphouse.engine import GAMES
from taphouse.engine.bots.greedy import GreedyBot
from taphouse.engine.bots.reasons import MOST_REASONS, reasons
from taphouse.engine.chance import BLIND, Chance, seed_from
from taphouse.engine.contract import Event, Move
from taphouse.engine.dank_and_draft.merits import NewType, NothingToSpoil, TakesBeers, TakesType
from taphouse.engine.editions import packaged
from taphouse.engine.game import Game
from taphouse.engine.messages import ENGLISH
from taphouse.engine.messages.merits import MERITS, NothingBetter, OnlyMove, Raises, SharesVictory, WinsGame
from tests.tiny.about import GAME as TINY

PLAYED = (*GAMES.values(), TINY)
NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay")
TRIED = 6
"""The moves of each decision whose reasons are read."""
ENOUGH = 200
"""The decisions that are read if every merit has occurred."""
games = pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.about.kind)


def decisions(game: Game, count: int) -> Iterator[tuple[Any, Any, int, Move, list[Move]]]:
    """The decisions of games of greedy bots: the rules, what the seat knows, the seat, its move, and other moves."""
    rules = game.rules(packaged(game.edition, game.about.package)[0])
    for number in range(count):
        chance, rng = Chance(seed_from(f"reasons {number}")), random.Random(number)
        bot = GreedyBot(game, rng)
        state = rules.new(game.about.options(), game.about.seats[number % len(game.about.seats)], chance)
        while (seat := rules.decider(state)) is not None:
            known = rules.known(state, seat)
            legal = list(rules.moves(known))
            move = bot.choose(rules, known, seat)
            yield rules, known, seat, move, rng.sample(legal, min(TRIED, len(legal)))
            state = rules.apply(state, move, chance).state


@games
def test_every_merit_occurs_and_is_spoken_in_every_language(game: Game) -> None:
    found, kinds, missing = set[Any](), {*game.about.merits}, {*game.about.merits}
    for number, (rules, known, seat, move, others) in enumerate(decisions(game, 12)):
        if number > ENOUGH and not missing:
            break
        why = reasons(game, rules, known, move, seat, best=True)
        assert 1 <= len(why) <= MOST_REASONS
        found.update(why)
        for other in others:
            found.update(reasons(game, rules, known, other, seat))
        missing = kinds - {*map(type, found)}
    assert not missing
    edition = packaged(game.edition, game.about.package)[0]
    english = game.wording(edition)
    for language in game.catalogues.languages:
        wording = game.wording(edition, language)
        for one in found:
            text = wording.merit(one, NAMES)
            assert re.fullmatch(r"\S.*[.!?]", text), one
            assert not re.search(r"[{}\[\]|]|None|True|False|  |\.\.", text), text
            assert language == ENGLISH or isinstance(one, Event) or text != english.merit(one, NAMES), text


@games
def test_a_merit_has_only_facts_that_clients_can_have(game: Game) -> None:
    for merit in (*game.about.merits, *MERITS):
        facts = [name for name in merit.__struct_fields__ if name != "before"]
        assert facts == [name for name in ("seat", "name", "number") if name in facts], merit
        assert ("before" in merit.__struct_fields__) == (merit is Raises)


def test_reasons_are_facts_of_the_preview() -> None:
    """Of Dank & Draft: the table after the move, as the seat can know it, has what the reasons claim."""
    game, read = GAMES["dank-and-draft"], 0
    for rules, known, seat, chosen, others in decisions(game, 8):
        for move in {chosen, *others}:
            after = rules.make(known, move, BLIND).state
            rooms = {player.seat: player.taproom for player in rules.view(after).players}
            for one in reasons(game, rules, known, move, seat):
                if after.pending and after.pending[-1].__class__.__name__ in ("ToSpoil", "ToSnatch", "ToStockUp"):
                    continue  # they are about the best use of the action
                types = {stack.type for stack in rooms[one.seat if isinstance(one, TakesType) else seat]}
                if isinstance(one, NewType):
                    assert one.name in types
                    assert one.number == len(types)
                elif isinstance(one, TakesType):
                    assert one.seat != seat
                    assert one.name not in types
                    assert one.number == len(types)
                elif isinstance(one, TakesBeers):
                    assert one.seat != seat
                elif isinstance(one, NothingToSpoil):
                    assert not types
                    assert not known.extra_owed  # else this player goes next
                else:
                    continue
                read += 1
    assert read > 50


def test_a_game_without_merits_has_reasons_from_its_table_and_events() -> None:
    kinds: set[type] = set()
    for rules, known, seat, move, others in decisions(TINY, 3):
        for one in (move, *others):
            kinds.update(map(type, reasons(TINY, rules, known, one, seat, best=one is move)))
    assert Raises in kinds
    assert {kind for kind in kinds if issubclass(kind, Event)}
    assert kinds & {OnlyMove, NothingBetter}
    assert kinds <= {*MERITS, *TINY.about.events}


@games
def test_what_all_moves_have_in_common_is_no_reason(game: Game) -> None:
    """As that a choice of two ingredients brings two of them. Not so of a victory, which is said of each move that wins."""
    read = 0
    for rules, known, seat, move, _ in islice(decisions(game, 4), 0, None, 3):
        others = [one for one in rules.moves(known) if one != move]
        steps = {one: rules.make(known, one, BLIND) for one in others[:60]}
        for why in reasons(game, rules, known, move, seat, best=True) if 0 < len(others) <= 60 else ():
            if not isinstance(why, NothingBetter | WinsGame | SharesVictory | Raises):
                read += 1
                assert any(why not in {*game.merits(rules, known, *one, seat), *one[1].events} for one in steps.items())
    assert read > 10


def test_what_any_move_brings_about_is_no_reason() -> None:
    """Of Goofspiel, which has no evaluation: every bid is a card face down."""
    game = import_module("goofspiel.about").GAME
    given = {reasons(game, rules, known, move, seat, best=True) for rules, known, seat, move, _ in decisions(game, 2)}
    assert given == {(OnlyMove(),), (NothingBetter(),)}
