"""Plays a game that is not registered yet, between random bots: `python examples/new_game.py tests.tiny.about`."""

import random
import sys
from importlib import import_module

from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.editions import packaged
from taphouse.engine.play import text

sys.path.append(".")
game = import_module(sys.argv[1]).GAME
edition = packaged(game.edition, game.about.package)[0]
rules, wording = game.rules(edition), game.wording(edition)
names = wording.names(["Anna", "Ben"])
chance, bots = Chance(seed_from("a first try")), random.Random(1)

state = rules.new(game.about.options(), 2, chance)
while (seat := rules.decider(state)) is not None:
    seen = rules.known(state, seat)  # what a player gets: the bot chooses by that alone
    move = bots.choice(list(rules.moves(seen)))
    state, events = (step := rules.apply(state, move, chance)).state, step.events
    for event in events:
        print(wording.sentence(event, names))

outcome = rules.outcome(state)
print(f"The game ends by {outcome.rule} ({outcome.reason}).")
for standing in outcome.standings:
    print(standing.place, f"Seat {standing.seat}", standing.points)
print(text(rules, state, 1))
