"""Ten lines that play a whole game: `python examples/play.py http://127.0.0.1:8000`."""

import random
import sys

from taphouse.client import Client

with Client(sys.argv[1], program=True) as client:
    game = client.create("pint-craft", ["Anna", "Ben"])
    end = client.play(game, lambda table: random.choice(table.moves))
    for standing in end.outcome.standings if end.outcome else ():
        print(standing.place, end.seats[standing.seat - 1].name, standing.points)
