"""`taphouse bot`: plays one seat through the API until the game ends. It waits by subscription and reconnects by itself."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import typer
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from taphouse.service.cli.demo.graphql_client import is_here, retry_after
from taphouse.service.http.graphql_ws import FORBIDDEN, PROTOCOL

LONGEST_AWAY = 300.0
"""Seconds without an answer from the service after which the bot gives up."""
LONGEST_PAUSE = 5.0
ANSWER = 30.0
"""Seconds to wait for the service to accept the token."""

_DECISIONS = """subscription Decisions($bot: BotKind!) {
  decisions {
    ... on PendingDecision {
      version
      decision { prompt }
      game { gameId kind status viewer { seat } suggestion(bot: $bot) { label input }
        outcome { reason standings { place seat points } } }
    }
    ... on Problem { code message }
  }
}"""
_PLAY = """mutation Play($game: ID!, $move: MoveInput!, $version: Int!, $key: String!) {
  play(gameId: $game, moves: [$move], expectedVersion: $version, idempotencyKey: $key) {
    __typename
    ... on Problem { code message rules }
  }
}"""

_HOST = re.compile(r"[\w.-]+|[0-9a-fA-F:.]+")
_WAITING = "decisions"
_LATE = ("VERSION_CONFLICT", "NOT_YOUR_TURN", "GAME_OVER")
"""The codes of a move that came too late, such as when another client plays the same seat. The next decision follows."""

Json = dict[str, Any]


class BotStopped(Exception):
    """The bot cannot finish the game; the message says why."""


def run(url: str, token: str, kind: str, quiet: bool, as_json: bool) -> None:
    """Play, printing each move and the result.

    Raises:
        BotStopped: The URL is invalid, the token is refused, or the service was unavailable for too long.
    """

    def moved(version: int, label: str) -> None:
        if not (quiet or as_json):
            typer.echo(f"{version:>5}  {label}")

    game = play(url, token, kind, moved)
    seat, outcome = game["viewer"]["seat"], game["outcome"]
    if as_json:
        typer.echo(json.dumps(game))
    elif outcome is None:
        typer.echo(f"Game {game['gameId']} is {game['status']}.")
    else:
        mine = next(standing for standing in outcome["standings"] if standing["seat"] == seat)
        typer.echo(
            f"Game {game['gameId']} ended ({outcome['reason']}): seat {seat} has place {mine['place']}, {mine['points']} points."
        )


def play(url: str, token: str, kind: str, moved: Callable[[int, str], None]) -> Json:
    """Play until the game ends, and return the game's final state.

    Args:
        url: The service's URL, with or without `/graphql`.
        token: The seat's token.
        kind: The kind of bot, `random` or `greedy`.
        moved: Called after each move with its version and label.

    Raises:
        BotStopped: See `run`.
    """
    where, host = _address(url)
    pauses, away = _pauses(), 0.0
    while True:
        try:
            with connect(where, subprotocols=[Subprotocol(PROTOCOL)], proxy=None if is_here(host) else True) as line:
                for pending in _Line(line, token).decisions(kind, moved):
                    pauses, away = _pauses(), 0.0
                    if pending["game"]["status"] in ("OVER", "ABANDONED"):
                        return dict(pending["game"])
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == FORBIDDEN:
                raise BotStopped("The service rejected the token: it is invalid or expired.") from None
            why = str(closed)
        except InvalidStatus as refused:
            why = str(refused)
            if refused.response.status_code == 429:
                time.sleep(retry_after(refused.response.headers.get("retry-after")))
            elif 400 <= refused.response.status_code < 500:
                raise BotStopped(f"The server at {url} is not Taphouse: {why}.") from None
        except (OSError, InvalidHandshake, _Away) as error:
            why = str(error) or type(error).__name__
        except (ValueError, LookupError, TypeError):
            raise BotStopped(f"The server at {url} is not a compatible version of Taphouse.") from None
        if not away:
            away = time.monotonic()
            typer.echo(f"The service at {url} does not answer ({why}); trying again ...", err=True)
        if time.monotonic() - away > LONGEST_AWAY:
            raise BotStopped(f"The service at {url} does not answer: {why}.")
        time.sleep(next(pauses))


class _Away(Exception):
    """The service cannot answer now."""


class _Line:
    """One WebSocket connection."""

    def __init__(self, line: ClientConnection, token: str) -> None:
        self._line = line
        self._requests: dict[str, Json] = {}
        self._send(type="connection_init", payload={"authorization": f"Bearer {token}"})
        self._line.recv(ANSWER)

    def decisions(self, kind: str, moved: Callable[[int, str], None]) -> Iterator[Json]:
        """The seat's decision whenever it changes. Makes the suggested move if there is one."""
        self._ask(_WAITING, _DECISIONS, {"bot": kind.upper()})
        labels: dict[str, str] = {}
        while True:
            message = json.loads(self._line.recv())
            match message["type"], message.get("id"):
                case "next", id_ if id_ == _WAITING:
                    pending = _data(message)["decisions"]
                    if "code" in pending:
                        raise BotStopped(f"{pending['message']} ({pending['code']})")
                    yield pending
                    suggestion = pending["game"]["suggestion"]
                    if suggestion is not None:
                        labels[str(pending["version"])] = suggestion["label"]
                        self._move(pending, suggestion["input"])
                case "next", version:
                    answer = _data(message)["play"]
                    if "code" not in answer:
                        moved(int(version) + 1, labels[version])
                    elif answer["code"] not in _LATE:
                        raise BotStopped(f"{answer['message']} ({answer['code']})")
                case "complete", id_ if id_ == _WAITING:
                    raise _Away("the subscription ended before the game")
                case "error", id_:
                    text, extensions = message["payload"][0]["message"], message["payload"][0].get("extensions", {})
                    if extensions.get("code") != "RATE_LIMITED":
                        raise BotStopped(f"The server is not a compatible version of Taphouse: {text}")
                    time.sleep(min(float(extensions["retryAfter"]), LONGEST_AWAY))
                    self._send(id=id_, type="subscribe", payload=self._requests[id_])

    def _move(self, pending: Json, move: Json) -> None:
        """Send a move. If the connection breaks before the answer, the next decision shows whether it was made."""
        game, version = pending["game"]["gameId"], pending["version"]
        variables = {"game": game, "move": move, "version": version, "key": uuid.uuid4().hex}
        self._ask(str(version), _PLAY, variables)

    def _ask(self, id_: str, query: str, variables: Json) -> None:
        """Start an operation, and remember it in case it is rate-limited and must be sent again."""
        self._requests[id_] = {"query": query, "variables": variables}
        self._send(id=id_, type="subscribe", payload=self._requests[id_])

    def _send(self, **message: Any) -> None:
        self._line.send(json.dumps(message))


def _data(message: Json) -> Json:
    """The data of an answer."""
    body: Json = message["payload"]
    if errors := body.get("errors"):
        raise _Away(errors[0]["message"])
    data: Json = body["data"]
    return data


def _address(url: str) -> tuple[str, str]:
    """The WebSocket URL of a service, and its host."""
    try:
        parsed = urlsplit(url.rstrip("/").removesuffix("/graphql") + "/graphql")
        scheme, host, _ = {"http": "ws", "https": "wss"}[parsed.scheme], parsed.hostname or "", parsed.port
    except (ValueError, KeyError):
        host = ""
    if not _HOST.fullmatch(host):
        raise BotStopped(f"{url} is not the URL of a service. Give one such as http://127.0.0.1:8000.")
    return parsed._replace(scheme=scheme).geturl(), host


def _pauses() -> Iterator[float]:
    """The seconds between attempts to connect, doubling each time."""
    pause = 0.1
    while True:
        yield pause
        pause = min(LONGEST_PAUSE, pause * 2)
