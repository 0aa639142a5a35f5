"""Plays open games of others, one after the other: `python examples/lobby.py URL GAMES`."""

import random
import sys
from itertools import islice

from taphouse.client import Client, Refused


def seats(client):
    """A seat at each open game, now and as they come."""
    for listed in client.follow_open_games():
        for game in listed:
            try:
                yield client.join(game.game_id, "Hops")
            except Refused as refused:  # such as when somebody was faster
                print(refused.sentence)


with Client(sys.argv[1], program=True) as client:
    for seat in islice(seats(client), int(sys.argv[2])):
        end = client.play(seat, lambda table: random.choice(table.moves))
        for standing in end.outcome.standings if end.outcome else ():
            print(end.kind, standing.place, end.seats[standing.seat - 1].name, standing.points)
