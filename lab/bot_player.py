"""`taphouse bot`: plays one seat through the API until the game ends. It is a program on `taphouse.client`."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import typer

from taphouse.client import BotMove, Client, Table, TaphouseError
from taphouse.schema.values.games import Status
from taphouse.service.runtime.progress import Progress

PATIENCE = 300.0
"""Seconds without an answer from the service after which the bot gives up."""


class BotStopped(Exception):
    """The bot cannot finish the game; the message says why."""


def run(url: str, token: str, kind: str, quiet: bool, as_json: bool, language: str | None = None) -> None:
    """Play, printing each move and the result. The arguments are the options of the command.

    Raises:
        BotStopped: See `play`.
    """

    silent = quiet or as_json
    with Progress("moves", hidden=not silent) as progress:

        def made(move: BotMove) -> None:
            progress.advance()
            if not silent:
                typer.echo(f"{move.before.version + 1:>5}  {move.move.label}")

        end = play(url, token, kind, made, language)
    typer.echo(json.dumps(document(end)) if as_json else _sentence(end))


def play(url: str, token: str, kind: str, made: Callable[[BotMove], None], language: str | None = None) -> Table:
    """Play until the game ends, and return the table at the end.

    Args:
        url: The service's URL, with or without `/graphql`.
        token: The seat's token.
        kind: The kind of bot that chooses the moves, in this process, such as `greedy`.
        made: Called after each move.
        language: The language of labels, titles and texts.

    Raises:
        BotStopped: The URL is invalid, the token is refused, the game is for people only or of a kind that is not installed, or
            the service was unavailable for too long.
    """
    try:
        with Client(url, patience=PATIENCE, language=language) as client:
            seat = client.holder(token)
            client.declare_program(seat)
            return client.play(seat, lambda _: client.think(seat, kind), made)
    except (TaphouseError, LookupError, ValueError) as error:
        raise BotStopped(str(error)) from None


def document(end: Table) -> dict[str, object]:
    """The end of a game, as JSON."""
    return {
        "gameId": end.game_id,
        "kind": end.kind,
        "version": end.version,
        "status": end.status.name,
        "viewer": {"seat": end.seat},
        "outcome": msgspec.to_builtins(end.outcome),
    }


def _sentence(end: Table) -> str:
    if end.status is not Status.OVER or end.outcome is None:
        return f"Game {end.game_id} is {end.status.name}."
    mine = next(standing for standing in end.outcome.standings if standing.seat == end.seat)
    return f"Game {end.game_id} ended ({end.outcome.reason}): seat {end.seat} has place {mine.place}, {mine.points} points."
