"""The operations of REST on the catalogue, games and accounts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from taphouse.schema.catalogue import Catalogue, GameInfo
from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.inputs import BEFORE_TEXT, SINCE_TEXT, GameId
from taphouse.schema.paging import Connection
from taphouse.schema.request_problems import NotFound
from taphouse.schema.rest.bodies import MoreTime, NewFork, NewGame, NewImport
from taphouse.schema.rest.operation import After, At, Call, FirstGames, Kind, SeatNumber, changed
from taphouse.schema.rest.responses import Account, GamePage, PendingDecisionPage, Records
from taphouse.schema.results import GameChanged, GameCreated
from taphouse.schema.values import GameKind, Moment
from taphouse.schema.values.clocks import Now

Listed = Annotated[Kind | None, Meta(description="List only games of this kind, such as `DANK_AND_DRAFT`.")]
Since = Annotated[Moment | None, Meta(description=SINCE_TEXT)]
Until = Annotated[Moment | None, Meta(description=BEFORE_TEXT)]


async def catalogue(call: Call) -> Catalogue:
    """All kinds of games, with their options, rules, and editions with all figures."""
    call.shows(None)
    return call.tables.catalogue(call.caller.language)


async def kind(
    call: Call, kind: Annotated[Kind, Meta(description="The kind of game, such as `DANK_AND_DRAFT`.")]
) -> GameInfo:
    """A kind of game, with its options, rules, and editions with all figures."""
    kinds = {known.kind: known for known in call.tables.catalogue(call.caller.language).games}
    if kind not in kinds:
        raise Refused(NotFound(message=f"Unknown kind of game. The kinds are {', '.join(kinds)}."))
    call.shows(None)
    return kinds[kind]


async def create_game(call: Call, body: NewGame) -> GameCreated:
    """Create a game. You get the host's token and a token for each of your seats.

    The game starts when all seats are taken. If you send a login token, your account is the host and has the first of your
    seats.
    """
    made: Any = body
    options = msgspec.to_builtins(made.options)
    created = await call.tables.create(
        call.caller,
        GameKind(made.__struct_config__.tag),
        options,
        body.seats,
        body.edition,
        body.seed,
        body.visibility,
        body.position,
        call.key,
        body.clock,
        body.undo,
    )
    call.shows(created.game)
    return created


async def fork_game(call: Call, id: GameId, body: NewFork) -> GameCreated:
    """Create a game from a position of another one. What no seat knows there is drawn anew, from a new seed.

    Anyone can fork a game that is over. To fork another one, prove that all seats are yours: send the tokens of all seats that
    people hold, in the header or as `seatTokens`, or be the account that holds them. The host's token and read-only tokens
    prove nothing. Until the game is over, what only its bots know is drawn anew as well.
    """
    made = await call.tables.fork(call.caller, id, body.at, body.seat_tokens, body.seats, body.visibility, call.key)
    call.shows(made.game)
    return made


async def import_record(call: Call, body: NewImport) -> GameCreated:
    """Create a game from a record, with its log: finished, abandoned or running. The record is verified.

    In a running game you get the tokens of all seats without a bot. You know the draws, so the game is marked as `seeded`.
    """
    made = await call.tables.import_record(call.caller, body.record, body.visibility, call.key)
    call.shows(made.game)
    return made


async def game(call: Call, id: GameId, at: At = None) -> Sight:
    """A game as you see it, by the token you send. Without a token you are a spectator."""
    return await call.see(id, at)


async def open_games(
    call: Call,
    kind: Listed = None,
    first: FirstGames = 20,
    after: After = None,
) -> GamePage:
    """The games with visibility `OPEN` that wait for players, newest first.

    A page can have fewer than `first` items before the end of the list: continue until `next` is null.
    """
    return _page(await call.lobby.open_games(call.caller, kind, first, after))


async def finished_games(
    call: Call,
    kind: Listed = None,
    since: Since = None,
    until: Until = None,
    first: FirstGames = 20,
    after: After = None,
) -> GamePage:
    """The games with visibility `OPEN` that were played to their end, those that ended last first.

    Imported games are not listed. A game leaves the list when it expires.

    `GET /v1/account/games/finished` lists your own games, whatever their visibility. A page can have fewer than `first` items
    before the end of the list: continue until `next` is null.
    """
    return _page(await call.lobby.finished_games(call.caller, kind, since, until, first, after))


async def resign(call: Call, id: GameId) -> GameChanged:
    """Resign your seat. From now on the service plays its first legal move at each of its decisions."""
    return changed(call, await call.tables.resign(call.caller, id, call.expected, call.key))


async def now(call: Call) -> Now:
    """The time by which clocks run: that of the store, which all instances share.

    A client that shows how much of a `deadline` is left should not trust its own clock.
    """
    return await call.tables.now(call.caller)


async def add_time(call: Call, id: GameId, seat: SeatNumber, body: MoreTime) -> GameChanged:
    """Give a seat more time, in a game with clocks. Only for the host."""
    return changed(call, await call.tables.add_time(call.caller, id, seat, body.seconds, call.expected, call.key))


async def resume_game(call: Call, id: GameId) -> GameChanged:
    """Go on after a pause: the clock of the seat that must decide runs again. For every player, and the host."""
    return changed(call, await call.tables.resume(call.caller, id, call.expected, call.key))


async def upgrade_rules(call: Call, id: GameId) -> GameChanged:
    """Move the game to the newest version of its rules, which holds from the next move on. Only for the host."""
    return changed(call, await call.tables.upgrade_rules(call.caller, id, call.expected, call.key))


async def abandon(call: Call, id: GameId) -> GameChanged:
    """End the game early, without an outcome. Only for the host."""
    return changed(call, await call.tables.abandon(call.caller, id, call.expected, call.key))


async def account(call: Call) -> Account:
    """Your account, by the token of your login."""
    player = await call.lobby.player(call.caller)
    return Account(player.id, player.name)


async def account_games(call: Call, first: FirstGames = 20, after: After = None) -> GamePage:
    """The games in which you have a seat or are the host, by the token of your login, newest first."""
    return _page(await call.lobby.games(await call.lobby.player(call.caller), call.caller.language, first, after))


async def account_finished_games(
    call: Call,
    kind: Listed = None,
    since: Since = None,
    until: Until = None,
    first: FirstGames = 20,
    after: After = None,
) -> GamePage:
    """Those of your games that are over, by the token of your login, those that ended last first.

    A game leaves the list when it expires. A page can have fewer than `first` items before the end of the list: continue until
    `next` is null.
    """
    player = await call.lobby.player(call.caller)
    return _page(await call.lobby.finished_games_of(player, call.caller.language, kind, since, until, first, after))


async def account_decisions(call: Call, first: FirstGames = 20, after: After = None) -> PendingDecisionPage:
    """Your pending decisions, by the token of your login, newest game first.

    A page can have fewer than `first` items before the end of the list: continue until `next` is null.
    """
    page = await call.lobby.pending(await call.lobby.player(call.caller), call.caller.language, first, after)
    return PendingDecisionPage(next=page.next, decisions=page.nodes)


async def account_records(
    call: Call,
    after: Annotated[
        GameId | None, Meta(description="The `game` of a record: continue with the games created before it.")
    ] = None,
) -> Records:
    """The records of your games, by the token of your login, as a stream, newest game first.

    Each is as `GET /v1/games/{id}/record` gives it: as a line of JSON, or as text with `Accept: text/plain`. A record is made
    when its turn comes, and paid for then: the stream waits until you can pay. Blank lines keep the connection open. Games
    without a record, and games that expire meanwhile, are left out. If the connection breaks before the response is complete,
    send the request again with the `game` of the last record as `after`. It breaks as well when your token expires.
    """
    player = await call.lobby.player(call.caller)
    return Records(await call.tables.records(call.caller, player, after))


def _page(page: Connection) -> GamePage:
    return GamePage(next=page.next, games=page.nodes)
