"""Plays Dank & Draft: a game of its own, or an open seat of yours. `python examples/player.py URL [GAME]`."""

import sys

from taphouse.client import Access, BotKind, BotMove, Client, LegalMove, Table

client = Client(sys.argv[1], program=True)  # everybody sees that a program plays


def sit_down() -> Access:
    """A seat of the game that was named, or of a new one against a bot of the service."""
    if len(sys.argv) > 2:
        return client.join(sys.argv[2], "Barley")
    return client.create("dank-and-draft", ["Barley", BotKind.RANDOM], {"firstSeat": "SEAT_1"}).seats[0]


def worth(move: LegalMove) -> int:
    """The state of the seat after the move: its points, the types in its taproom, and the cards that it can still offer."""
    player = client.preview(seat, [move]).view.players[seat.seat - 1]
    types = sum(1 for stack in player.taproom if stack.cards)
    return player.score + 3 * types + 2 * player.hand.size


def choose(table: Table) -> LegalMove:
    """The best move by that measure; of several, the last. The first one only ends the turn."""
    return max(reversed(table.moves), key=worth)


def tell(made: BotMove) -> None:
    """Print the move."""
    print(made.move.label)


seat = sit_down()
print(f"Watch at {client.url}/#/table/{seat.game_id}")
end = client.play(seat, choose, tell)
for standing in end.outcome.standings:
    print(standing.place, end.seats[standing.seat - 1].name or "the bot", standing.points)
