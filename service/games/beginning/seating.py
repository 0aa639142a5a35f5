"""The parts that all ways to take a seat share: the version in which a player sits down, and the answer to them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from taphouse.schema.ports import Caller
from taphouse.schema.results import GameJoined
from taphouse.schema.values.games import StartOption, Status
from taphouse.schema.values.lifecycle import SeatTaken
from taphouse.schema.values.seats import Role, Viewer
from taphouse.service.access.quotas import Quotas
from taphouse.service.access.tokens import SERVICE, Identity, TokenIssuer
from taphouse.service.games.beginning.new_games import creators_of, start_or_ask
from taphouse.service.games.beginning.seats import Introduce, check_look_alikes, introduced, name_to_show
from taphouse.service.games.encoding.seats import Sitting, with_seat
from taphouse.service.games.kernel.checks import account_of
from taphouse.service.games.kernel.committing import Committer
from taphouse.service.games.kernel.game_tokens import seat_token
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.games.kernel.presence import Presence
from taphouse.service.games.kernel.steps import Step
from taphouse.service.store.protocol import Key, Repeated


class Newcomer(Struct, frozen=True):
    """A player who takes a seat."""

    identity: Identity
    name: str | None
    brewery: str | None
    show_name: bool
    program: bool
    """True if a program plays the seat."""


class Seating:
    """Gives players seats.

    Args:
        committer: Commits changes.
        reader: Loads games.
        access: Issues tokens.
        quotas: Counts seats; None without limits.
        presence: Knows who is at the table.
        introduce: Finds the profile of an account.
    """

    def __init__(
        self,
        committer: Committer,
        reader: Reader,
        access: TokenIssuer,
        quotas: Quotas | None,
        presence: Presence,
        introduce: Introduce,
    ) -> None:
        self._committer, self._reader, self._access, self._quotas = committer, reader, access, quotas
        self._presence, self._introduce = presence, introduce

    async def sit(
        self, caller: Caller, loaded: LoadedGame, seat: int, newcomer: Newcomer, key: Key, *, asks: bool = True
    ) -> LoadedGame | Repeated | None:
        """Seat a player at a seat that is free for them, as `Committer.attempt` does.

        Args:
            caller: The caller.
            loaded: The game.
            seat: The seat.
            newcomer: The player.
            key: The key of the request.
            asks: True if the start of a full game awaits the consent of those who are away.
        """
        sitting, player = loaded.seats[seat - 1], account_of(newcomer.identity)
        called, brewery = name_of(newcomer, "showName") or sitting.name, newcomer.brewery or sitting.brewery
        newer = replace(
            sitting, name=called, brewery=brewery, taken=True, reserved=None, player=player, program=newcomer.program
        )
        person = None if player is None else await self._introduce(player)
        sittings = introduced(with_seat(loaded.seats, seat, newer), player, person, loaded.record.kind)
        newer = sittings[seat - 1]
        check_look_alikes(sittings, seat, "name", "brewery")
        if self._quotas is not None and (owners := creators_of(self._quotas, caller, player)):
            await self._quotas.join(loaded.terms.creators, loaded.id, seat, owners)
        event = SeatTaken(seat, newer.name, newer.brewery, program=newcomer.program)
        steps = [Step(f"seat:{seat}", (event,), loaded.status, sittings, loaded.state)]
        if loaded.status is Status.WAITING:
            steps += await self._start(loaded, sittings, seat, asks)
        return await self._committer.attempt(loaded, steps, key)

    async def _start(self, loaded: LoadedGame, sittings: tuple[Sitting, ...], taken: int, asks: bool) -> list[Step]:
        """Note who sits down. If all seats are taken then, start the game, unless its host does, or ask those who are away."""
        starts = all(sitting.taken for sitting in sittings) and loaded.terms.start is StartOption.WHEN_FULL
        if not starts or asks:
            await self._presence.sat_down(loaded, taken)
        if not starts:
            return []
        away = (await self._presence.away(loaded)).seats - {taken} if asks else ()
        return [start_or_ask(loaded, sittings, away, SERVICE)]

    async def joined(self, game: str, earlier: Repeated, player: str | None, language: str) -> GameJoined:
        """Repeat the first answer to a request to join, or to one that opened a table with the player at seat 1."""
        after = await self._reader.as_of(await self._reader.now(game), earlier.last)
        (joined,) = await self._reader.happenings(after, earlier.first - 1, 1)
        return self.seated(after, joined.seat or 1, player, language)

    def seated(self, after: LoadedGame, seat: int, player: str | None, language: str) -> GameJoined:
        """The answer to a player who has a seat."""
        host = player is not None and player == after.host.player
        game_view = self._reader.game_view(after, Viewer(Role.SEAT, seat, host), language)
        return GameJoined(game_view, seat_token(self._access, after, seat))


def name_of(newcomer: Newcomer, argument: str) -> str | None:
    """The name of a newcomer: the one that they gave, or that of their account if they want it shown.

    Raises:
        Refused: Their account has no name to show.
    """
    shows = newcomer.show_name and newcomer.name is None
    return name_to_show(newcomer.identity, argument) if shows else newcomer.name
