"""Tables of the service in few words, for language models: the seats, what lies there, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping

from taphouse.client.mcp.tool import GameState, SeatResult
from taphouse.client.values import Table
from taphouse.engine.results import results_of
from taphouse.engine.vocabulary import kebab
from taphouse.engine.words.moves import listed
from taphouse.engine.words.results import over
from taphouse.engine.words.tables import Divided, Position, lying
from taphouse.engine.words.telling import task
from taphouse.schema.values.agreements import Proposal
from taphouse.schema.values.games import Status


def position(shown: Table) -> Position:
    """A table without its decision: the game, the seats, proposals, and what lies there."""
    proposals = {one.id: _proposal(one) for one in shown.proposals}
    times = {} if shown.clock is None else {str(one.seat): f"seat {one.seat} {one.left} s" for one in shown.clock.seats}
    head: dict[str, Mapping[str, str | Divided]] = {
        "Game": {
            "game": f"{shown.kind} {shown.game_id}",
            "status": shown.status.name.lower(),
            "advice": f"advice {shown.advice.name}",
        },
        "Seats": {str(one.seat): _seat(shown, one.seat) for one in shown.seats},
        "Proposals": proposals,
        "Clocks": times,
    }
    there = {"Table": {"table": unknown(shown)}} if shown.game is None else lying(shown.view)
    return {line: parts for line, parts in (head | there).items() if parts}


def unknown(shown: Table) -> str:
    """A sentence about a kind of game that the client does not know."""
    return f"not shown. The game {kebab(shown.kind)} is not installed beside this MCP server."


def decision(shown: Table, own: str | None = None) -> list[str]:
    """The decision to make at a table, or the result of its game.

    Args:
        shown: The table.
        own: Another place of the reader that must decide.
    """
    if shown.outcome is not None:
        return [over(shown.outcome, shown.seat)]
    if shown.status is Status.WAITING:
        if all(seat.taken for seat in shown.seats):
            if shown.seat is not None and shown.seats[shown.seat - 1].asked:
                return ["All seats are taken. You were away, so the game waits for you: agree START starts it."]
            asked = " and ".join(str(seat.seat) for seat in shown.seats if seat.asked)
            return [f"All seats are taken. The game waits for {f'seat {asked}' if asked else 'its host'} to start it."]
        return ["The game waits for players: its open seats must be taken."]
    if shown.ended:
        agreed = f" by agreement: {shown.agreed_end.name.lower()}" if shown.agreed_end else ""
        return [f"The game has ended early{agreed}."]
    if shown.paused:
        return ["The game is paused. agree RESUME resumes it."]
    if shown.decision is None:
        return ["Nobody can decide now."]
    if not shown.your_turn:
        seats = " and ".join(map(str, shown.deciders))
        waits = f"Seat{'s' if len(shown.deciders) > 1 else ''} {seats} must decide."
        if own is not None:
            return [f"{waits} Your place there: {own}"]
        if shown.seat is not None and shown.seats[shown.seat - 1].resigned:
            return [f"{waits} You have resigned: your moves are made for you."]
        return [f"{waits} Use wait_for_turn."]
    return [task(shown.decision.rules, shown.decision.prompt)]


def _proposal(one: Proposal) -> str:
    undo = f" to version {one.to_version}" if one.to_version is not None else ""
    seat = f" at seat {one.replacement.seat}" if one.replacement is not None else ""
    return f"seat {one.seat} proposes {one.kind.name}{undo}{seat} (proposal {one.id})"


def _seat(shown: Table, seat: int) -> str:
    info = shown.seats[seat - 1]
    marks = [
        "you" if seat == shown.seat else "",
        "" if info.taken else "for invited players" if info.closed else "open",
        f"bot {info.bot.name}" if info.bot else "program" if info.program else "",
        "away" if info.away else "",
        "resigned" if info.resigned else "",
    ]
    told = ", ".join(filter(None, marks))
    return f"{seat} {info.name or ''}".strip() + (f" ({told})" if told else "")


def standing(shown: Table) -> GameState:
    """The state of a game for the seat that sees it."""
    outcome = shown.outcome
    if outcome is None:
        return GameState(shown.version, shown.your_turn, shown.ended)
    standings = tuple(SeatResult(one.seat, one.place, one.points) for one in outcome.standings)
    game, seat = shown.game, shown.seat
    reward = None if game is None or seat is None else results_of(outcome, game.about)[seat - 1]
    return GameState(shown.version, False, True, standings, reward)


def legal(shown: Table, room: int) -> list[str]:
    """The first legal moves of the viewer, as many as there is room for, in characters."""
    return listed([move.notation for move in shown.moves], room, ": use legal_moves")
