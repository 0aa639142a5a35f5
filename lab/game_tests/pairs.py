"""Pairs of worlds that look alike to a viewer, compared on the engine: at every version, and by asking."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from taphouse.engine import worlds
from taphouse.engine.bots.reasons import reasons
from taphouse.engine.chance import BLIND
from taphouse.engine.contract import Event, Rules, Seen, sealed
from taphouse.engine.worlds import PlayedWorld, SeatMove, other_world, replay
from taphouse.lab.game_tests.tables import GAMES, GameTerms, TablePlayout, any_move, hiding, names_of, playout, tables
from taphouse.lab.secrecy.cause import cause
from taphouse.lab.secrecy.deals import check_dealt
from taphouse.lab.secrecy.hidden import as_it_went


class Pair(NamedTuple):
    """A game, a viewer, and another world up to version k."""

    game: TablePlayout
    viewer: int | None
    k: int
    world: PlayedWorld


def pairs(kind: str, seeds: range) -> Iterator[Pair]:
    """For every table of a kind, seed and viewer one pair, where one was found."""
    find, concealing = other_world(GAMES[kind]), hiding()
    for number, table in enumerate(tables(kind)):
        for seed in seeds:
            game, rng = playout(table, f"secrecy {seed}"), random.Random(seed * 1000 + number)
            for viewer in table.viewers if kind in concealing else (None,):
                k = rng.randrange(len(game.moves) if kind in concealing else _until_drawn(game))
                world = find(game, k, viewer, rng)
                if world is not None:
                    begins = world.steps[0].state
                    was = game.states[0], game.secret, game.first(k)
                    assert (begins, world.seed, world.made) != was, "`other_world` gave the same world"
                    assert shown(world.made, viewer) == shown(game.first(k), viewer), "`other_world` made other moves"
                    assert world == replay(table.rules, begins, world.seed, world.made), (
                        "`other_world` gave steps to which its moves do not lead"
                    )
                    check_dealt(table.rules, table.options, table.seats, game.states[0], begins)
                    yield Pair(game, viewer, k, world)


def _until_drawn(game: worlds.Playout) -> int:
    """The number of versions up to the first draw, which another seed may draw as well; that of all without one."""
    draws = [getattr(state, "draws", 0) for state in game.states]
    return next((version for version, drawn in enumerate(draws) if drawn != draws[0]), len(game.moves) - 1) + 1


def shown(made: tuple[SeatMove, ...], viewer: int | None) -> list[SeatMove]:
    """Moves as a viewer sees them."""
    return [one if one.seat == viewer else SeatMove(one.seat, sealed(one.move)) for one in made]


def history(game: worlds.Playout, seat: int, begins: int, k: int) -> list[Seen]:
    """The moves from one version to another, as a seat saw them."""
    made = enumerate(game.first(k))
    return [game.rules.seen(game.states[i], *one, game.events[i], seat) for i, one in made if i >= begins]


def seen_at(rules: Rules, state: Any, events: tuple[Event, ...], viewer: int | None) -> list[Any]:
    """Everything that a viewer gets at one version, in bytes."""
    known = rules.known(state, viewer)
    told = [rules.redact(event, viewer) for event in events]
    parts = (known, rules.view(known), rules.decision(known), rules.outcome(known), told)
    return [msgspec.msgpack.encode(part) for part in parts]


def asked_at(rules: Rules, table: GameTerms, state: Any, viewer: int | None, rng: random.Random) -> list[Any]:
    """Answers to the decider: legal moves, refusals, previews, and the reasons for these moves."""
    known = rules.known(state, viewer)
    decision = rules.decision(known)
    if decision is None or decision.seat != viewer:
        return []
    legal = list(rules.moves(known))
    others = [any_move(table.kind, names_of(table.kind), rng) for _ in range(10)]
    tried = rng.sample(legal, min(8, len(legal)))
    previews = [rules.apply(known, move, BLIND) for move in tried]
    why = [reasons(GAMES[table.kind], rules, known, move, viewer) for move in tried]
    return [legal, [rules.why_not(known, move) for move in others], previews, why]


def check(rules: Rules, pair: Pair) -> None:
    """Both worlds look the same to the viewer at every version up to k, and to a spectator, as whom each player can look."""
    game, viewer, k, world = pair
    place = f"{game.table}, seed {game.seed!r}: {viewer}"
    for version, step in enumerate(world.steps):
        events = game.events[version - 1] if version else ()
        for looks in dict.fromkeys((viewer, None)):
            here = seen_at(rules, game.states[version], events, looks)
            there = seen_at(rules, step.state, step.events, looks)
            assert here == there, (
                f"{place} can tell the worlds apart at {version}. {cause(rules, viewer, as_it_went(game, k), world)}"
            )
    table = game.table
    here = asked_at(rules, table, game.states[k], viewer, random.Random(k))
    there = asked_at(rules, table, world.steps[-1].state, viewer, random.Random(k))
    assert here == there, (
        f"{place} can tell the worlds apart at {k} by asking: `moves`, `why_not` or `apply` looks at more than `known` gives it"
    )
