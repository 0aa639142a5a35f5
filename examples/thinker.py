"""Plays Brew Crafters against GREEDY by imagining how the game goes on: `python examples/thinker.py URL [WORLDS]`."""

import random
import sys

from taphouse.client import BotKind, Client
from taphouse.engine import GAMES
from taphouse.engine.bots import GreedyBot
from taphouse.engine.chance import BLIND, Chance
from taphouse.engine.editions import packaged

client = Client(sys.argv[1], program=True)
number = int(sys.argv[2]) if len(sys.argv) > 2 else 4
game = GAMES["brew-crafters"]
rules = game.rules(packaged(game.edition, game.about.package)[0])
luck = random.Random()
greedy = GreedyBot(game, luck)


def promising(known, seat):
    """The six moves after which the position is worth most to the seat, whatever will be drawn."""
    moves = game.candidates(rules, known, list(rules.moves(known)))
    return sorted(moves, key=lambda move: -game.evaluate(rules, rules.apply(known, move, BLIND).state, seat))[:6]


def hope(world, move, seat):
    """The worth of the position after a move and the next eleven, which greedy bots make for everybody."""
    chance = Chance(luck.randbytes(32))
    state = rules.apply(world, move, chance).state
    for _ in range(11):
        if (deciding := rules.decider(state)) is not None:
            state = rules.apply(state, greedy.choose(rules, rules.known(state, deciding), deciding), chance).state
    return game.evaluate(rules, rules.known(state, seat), seat)


def choose(table):
    """The promising move with the most hope on average, over several worlds."""
    worlds = [client.sample_world(seat).state for _ in range(number)]
    moves = promising(rules.known(worlds[0], table.seat), table.seat)
    if len(moves) == 1:
        return moves[0]
    return max(moves, key=lambda move: sum(hope(world, move, table.seat) for world in worlds))


created = client.create("brew-crafters", ["Malt", BotKind.GREEDY])
seat = created.seats[0]
end = client.play(seat, choose, lambda made: print(made.after.version, made.move))
for standing in end.outcome.standings:
    print(standing.place, end.seats[standing.seat - 1].name or "GREEDY", standing.points)
