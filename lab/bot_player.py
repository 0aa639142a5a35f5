"""`taphouse bot`: plays a seat through the API, or one open game after the other. It is a program on `taphouse.client`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

import msgspec
import typer

from taphouse.client import Access, BotMove, Client, Refused, Table, TaphouseError
from taphouse.engine import GAMES
from taphouse.engine.bots.names import MakesBot, NotLearnt, bot_named, is_own
from taphouse.engine.chance import Chance, seed_from
from taphouse.engine.game import Game
from taphouse.engine.play import opened
from taphouse.engine.vocabulary import kebab
from taphouse.lab.arena.players import Seated, try_out
from taphouse.schema.values.games import Status
from taphouse.service.runtime.progress import Progress

PATIENCE = 300.0
"""Seconds without an answer from the service after which the bot gives up."""
MISSED = {"NO_OPEN_SEAT", "GAME_NOT_FOUND", "GAME_OVER", "ALREADY_SEATED", "PEOPLE_ONLY"}
"""The codes of refusals of one game alone: somebody was faster, or it is not for bots."""


class BotStopped(Exception):
    """The bot cannot finish the game; the message says why."""


class Thinker:
    """A bot of somebody else for one game. Where it fails, the passive move is made, and the fault is counted.

    Args:
        name: A name of `bot_named`.
    """

    def __init__(self, name: str) -> None:
        self._makes = bot_named(name)
        self._seated: Seated | None = None

    def __call__(self, game: Game, rng: random.Random) -> Seated:
        """The bot, the same one for each decision."""
        if self._seated is None:
            self._seated = Seated(self._makes(game, rng))
        return self._seated

    @property
    def told(self) -> str:
        """A sentence about its faults; empty if it has none."""
        if self._seated is None or not self._seated.faults:
            return ""
        faults = self._seated.faults
        return f"Passive moves in place of {faults} answer{'s' * (faults > 1)}; the last: {self._seated.reason}"


def run(url: str, token: str, bot: str, quiet: bool, as_json: bool, language: str | None = None) -> None:
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

        end = play(url, token, bot, made, language)
    typer.echo(json.dumps(document(end)) if as_json else _sentence(end))


def play(url: str, token: str, bot: str, made: Callable[[BotMove], None], language: str | None = None) -> Table:
    """Play until the game ends, and return the table at the end.

    Args:
        url: The service's URL, with or without `/graphql`.
        token: The seat's token.
        bot: The bot that chooses the moves, outside the service, by a name of `bot_named`, such as `greedy` or `node bot.mjs`.
        made: Called after each move.
        language: The language of labels, titles and texts.

    Raises:
        BotStopped: The URL is invalid, the token is refused, the game is for people only or of a kind that is not installed, the
            bot cannot play, or the service was unavailable for too long.
    """
    try:
        with Client(url, patience=PATIENCE, language=language) as client:
            seat = client.holder(token)
            table = client.declare_program(seat)
            if table.game is not None:
                _try_out(bot, table.game.about.kind, len(table.seats))
            return _played(client, seat, bot, made)
    except (TaphouseError, LookupError, ValueError) as error:
        raise BotStopped(str(error)) from None


def play_open_games(url: str, bot: str, kind: str | None, games: int, name: str | None, as_json: bool) -> None:
    """Take an open seat of a game of others and play it to its end, one game after the other, and print each result.

    A game in progress is resigned on Ctrl-C, or if the bot has not learnt its edition, so that nobody waits for the bot.

    Args:
        url: The service's URL.
        bot: The bot, by a name of `bot_named`.
        kind: The kind of games; None for all that are installed.
        games: The number of games.
        name: The name of the player.
        as_json: True for a line of JSON for each game.

    Raises:
        BotStopped: See `play`.
    """
    kinds = [*GAMES] if kind is None else [kebab(kind)]
    try:
        open_seats = OpenSeats(bot, kinds, name)
        with Client(url, patience=PATIENCE, program=True) as client:
            for _ in range(games):
                seat = next(open_seats.taken(client))
                try:
                    end = _played(client, seat, bot)
                except (KeyboardInterrupt, NotLearnt):
                    client.resign(seat)
                    raise
                typer.echo(json.dumps(document(end)) if as_json else _sentence(end))
    except (TaphouseError, LookupError, ValueError) as error:
        raise BotStopped(str(error)) from None


def _try_out(bot: str, kind: str, seats: int) -> None:
    """Have the bot choose a move once, before anybody waits for it.

    Raises:
        ValueError: It is none, or cannot choose; or there is no such game.
    """
    rules, options = opened(kind, seats)
    try_out(bot, GAMES[kind], rules, rules.new(options, seats, Chance(seed_from("a first move"))))


class OpenSeats:
    """Takes open seats of games that wait for players and that a bot plays.

    Args:
        bot: The bot, by a name of `bot_named`.
        kinds: The kinds of games.
        name: The name of the player.

    Raises:
        ValueError: The bot is none, or cannot choose a move, with any number of seats; or there is no such kind of game.
    """

    def __init__(self, bot: str, kinds: list[str], name: str | None) -> None:
        self._bot, self._kinds, self._name = bot, kinds, name
        self._tried, self._refused = set[tuple[str, int]](), set[str]()
        for kind in kinds:
            for seats in GAMES[kind].about.seats if kind in GAMES else (0,):
                try:
                    self._try_out(kind, seats)
                    break
                except NotLearnt as why:
                    refusal = why
            else:
                raise refusal

    def _try_out(self, kind: str, seats: int) -> None:
        if (kind, seats) not in self._tried:
            _try_out(self._bot, kind, seats)
            self._tried.add((kind, seats))

    def taken(self, client: Client) -> Iterator[Access]:
        """The seats. A game that the bot does not play is named on standard error.

        Raises:
            Refused: None is given at the moment, such as `QUOTA_REACHED`, with the reason.
        """
        for listed in client.follow_open_games(*self._kinds, rated=False):  # rated games are for accounts
            for game in listed:
                if not game.open_seats or game.game_id in self._refused:
                    continue
                try:
                    self._try_out(kebab(game.kind), len(game.seats))
                    yield client.join(game.game_id, self._name)
                except NotLearnt as why:
                    typer.echo(f"Game {game.game_id} is left out: {why}.", err=True)
                except Refused as why:
                    if why.code not in MISSED:
                        raise
                self._refused.add(game.game_id)


def _played(client: Client, seat: Access, bot: str, made: Callable[[BotMove], None] | None = None) -> Table:
    """The table at the end of a game. Faults of the bot are printed on standard error."""
    thinker = None if is_own(bot) else Thinker(bot)
    makes: str | MakesBot = bot if thinker is None else thinker
    try:
        return client.play(seat, lambda _: client.think(seat, makes), made)
    finally:
        if thinker is not None and thinker.told:
            typer.echo(thinker.told, err=True)


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
    points = f"{mine.points} point{'s' * (mine.points != 1)}"
    return f"Game {end.game_id} ended ({end.outcome.reason}): seat {end.seat} has place {mine.place}, {points}."
