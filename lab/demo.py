"""`taphouse demo`: random bots play a whole game through the HTTP API. It is a program on `taphouse.client`."""

from __future__ import annotations

import logging
import random
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
import typer

from taphouse.client import BotMove, Client, Entry, LegalMove, RequestFailed, Table, TaphouseError
from taphouse.engine.vocabulary import constant, kebab, span
from taphouse.schema.catalogue import GameInfo
from taphouse.service.cli.output import counted, echo_json
from taphouse.service.runtime.progress import Progress

PATIENCE = 5.0
"""Seconds to wait for a service that does not answer."""


class DemoFailed(Exception):
    """The game was not played to its end; the message says why."""


def run(
    url: str | None,
    kind: str | None,
    players: int | None,
    seed: str | None,
    quiet: bool,
    as_json: bool,
    delay: float,
    record: Path | None,
    language: str | None,
) -> None:
    """Play a game to its end, and print its log and the result. The arguments are the options of the command.

    Raises:
        DemoFailed: The game did not end, or an argument is invalid.
    """
    logging.getLogger("taphouse.client").addHandler(logging.NullHandler())  # the error at the end says it all
    try:
        service = own_service() if url is None else nullcontext(url)
        with service as address, Client(address, patience=PATIENCE, language=language, program=True) as client:
            document = _played(client, kind, players, seed, quiet or as_json, delay)
            text = client.record(document["id"]) if record is not None else ""
    except RequestFailed as error:
        raise DemoFailed(f"The service at {address} did not execute the request: {error}") from None
    except (TaphouseError, ValueError) as error:
        raise DemoFailed(str(error)) from None
    try:
        if record is not None:
            record.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DemoFailed(f"{record}: {error.strerror}.") from None
    if as_json:
        echo_json(document)
    else:
        typer.echo("\n".join(_result(document)))


def _played(
    client: Client, kind: str | None, players: int | None, seed: str | None, silent: bool, delay: float
) -> dict[str, Any]:
    """A game that has ended, as JSON."""
    began, rng = time.monotonic(), random.Random(seed)
    about, names = _chosen(client, kind, players)
    game = client.create(about.kind, names, seed=seed)
    log, moves = client.events(game.game_id), list[dict[str, Any]]()
    if not silent:
        typer.echo(f"{about.title}: {', '.join(names)}\nGame {game.game_id} at {client.url}")

    def bot(table: Table) -> LegalMove | None:
        time.sleep(delay)
        return rng.choice(table.moves) if table.moves else None

    with Progress("moves", hidden=not silent) as progress:

        def made(one: BotMove) -> None:
            seat, move = one.before.seat or 0, one.move
            moves.append({"version": one.before.version + 1, "seat": seat, "name": names[seat - 1]})
            moves[-1] |= {"notation": move.notation, "label": move.label}
            progress.advance()
            if not silent:
                _tell(log, one.after.version)

        end = client.play(game, bot, made)
    if end.outcome is None:
        raise DemoFailed(f"Game {end.game_id} was not played to its end: it is {end.status.name}.")
    outcome: dict[str, Any] = msgspec.to_builtins(end.outcome)
    outcome["text"] = next((one.text for one in about.reasons if one.reason == end.outcome.reason), "")
    outcome["standings"] = [{"name": names[one["seat"] - 1], **one} for one in outcome["standings"]]
    return {
        "game": kebab(about.kind),
        "title": about.title,
        "id": end.game_id,
        "players": names,
        "seed": seed,
        "outcome": outcome,
        "moves": moves,
        "versions": end.version,
        "seconds": round(time.monotonic() - began, 3),
    }


def _chosen(client: Client, kind: str | None, players: int | None) -> tuple[GameInfo, list[str]]:
    """The kind of game, and the names of its players."""
    games = client.catalogue().games
    about = next((game for game in games if kind is None or game.kind == constant(kind)), None)
    if about is None:
        kinds = ", ".join(kebab(game.kind) for game in games)
        raise DemoFailed(f"There is no game {kind}. The games here are {kinds}.")
    number = about.min_seats if players is None else players
    if number not in about.seats:
        raise DemoFailed(f"{about.title} is for {span(about.seats, 'player')}, not {number}.")
    return about, [f"Bot {seat}" for seat in range(1, number + 1)]


def _tell(log: Iterator[Entry], version: int) -> None:
    """Print the log up to a version: each move, and the events that followed from it."""
    for entry in log:
        typer.echo(f"{entry.version:>5}  {entry.sentence}")
        for sentence in entry.sentences:
            if sentence != entry.sentence:
                typer.echo(f"         {sentence}")
        if entry.version >= version:
            return


def _result(document: dict[str, Any]) -> Iterator[str]:
    """The result for people."""
    outcome = document["outcome"]
    yield f"{document['title']} is over: {outcome['text']} ({outcome['reason']}, {outcome['rule']})"
    for one in outcome["standings"]:
        categories = ", ".join(f"{category['name']} {category['points']}" for category in one["categories"])
        yield f"{one['place']}. {one['name']}: {counted(one['points'], 'point')} ({categories})"
    yield f"{counted(len(document['moves']), 'move')} in {document['seconds']:.1f} s."


@contextmanager
def own_service() -> Iterator[str]:
    """Serve from a thread of this process, with the default settings and a store in memory; yields the URL."""
    import uvicorn
    from pydantic import SecretStr

    from taphouse.lab.memory_store import MemoryStore
    from taphouse.service.app import create_app
    from taphouse.service.cli.serve import server_config
    from taphouse.service.runtime import loopback, telemetry
    from taphouse.service.runtime.settings import Settings

    key = SecretStr(secrets.token_hex(32))
    defaults = Settings.model_construct(signing_key=key, log_level="error", stop_timeout=1)  # reads no environment
    settings = loopback.completed(defaults)
    telemetry.configure(settings)
    server = uvicorn.Server(server_config(settings, create_app(settings, store=MemoryStore())))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
