"""Operations that change something. Each has an idempotency key, so it takes effect once, however often it is sent."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from taphouse.client.actions import Steps, operation
from taphouse.client.errors import Refused
from taphouse.client.reading import Place, ReadingMethods, access
from taphouse.client.values import ANY_TERMS, Access, Created, MoveLike, NewSeat, QuickTerms, Table
from taphouse.engine.contract import Options
from taphouse.engine.vocabulary import constant, lower_first, pascal
from taphouse.schema.concepts.reports import ReportCategory
from taphouse.schema.concepts.standing_orders import StandingOrder, StandingOrders
from taphouse.schema.concepts.talk import TalkLine, TalkMode
from taphouse.schema.problems.games import GameOver
from taphouse.schema.problems.seats import SeatUnchanged
from taphouse.schema.values.advice import Advice
from taphouse.schema.values.agreements import UndoOption
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.clocks import NewClock
from taphouse.schema.values.games import HostPowers, StartOption, Visibility
from taphouse.schema.values.seats import Opening, SeatKind

DAY = 86_400


class ChangingMethods(ReadingMethods):
    """The methods of both clients that change something."""

    @operation
    def create(
        self,
        kind: str,
        seats: Sequence[NewSeat | BotKind | str],
        options: Options | Mapping[str, Any] | None = None,
        *,
        edition: str | None = None,
        seed: str | None = None,
        visibility: Visibility = Visibility.UNLISTED,
        position: str | None = None,
        clock: NewClock | None = None,
        undo: UndoOption = UndoOption.FREE,
        start: StartOption = StartOption.WHEN_FULL,
        advice: Advice | None = None,
        people_only: bool = False,
        powers: HostPowers | None = None,
        rated: bool = False,
        language: str | None = None,
        spectator_delay: int = 0,
        spectator_delay_minutes: int = 0,
    ) -> Steps[Created]:
        """Create a game.

        Args:
            kind: The kind of game, such as `dank-and-draft`.
            seats: The players: a name for a seat of yours, a `BotKind` for a bot of the service, `OPEN_SEAT` for a player who
                joins, or a `NewSeat`.
            options: The options that differ from their defaults, such as `DankAndDraftOptions(turn_cap=6)`.
            edition: The name of an edition; None for the default.
            seed: The seed of all draws, for tests.
            visibility: The clients that can find the game.
            position: The first part of a record; the game starts from its last position.
            clock: The clocks; None to play without.
            undo: The conditions for taking moves back.
            start: The condition for the start.
            advice: The advice that the service gives; None for NONE if a seat is open to others, and ALL otherwise.
            people_only: True to refuse programs and bots at the seats.
            powers: The powers of the host after the start; None for full ones only if all tokens are yours.
            rated: True for a game that counts for ratings: by a login, at open seats, with `UndoOption.CONSENT` or `NEVER`.
            language: The language in which the players want to talk, such as `de`; None for any.
            spectator_delay: The versions by which viewers without a seat see the game later.
            spectator_delay_minutes: The minutes by which they do.

        Raises:
            Refused: The service does not accept these seats or options, or you have too many games.
            ValueError: There is no such kind.
        """
        game = yield from self._game(kind, options)
        asked = self._created(
            self._documents.mutation("createGame"),
            game=game,
            seats=[self._seat(seat) for seat in seats],
            edition=edition,
            seed=seed,
            visibility=visibility.name,
            position=position,
            clock=msgspec.to_builtins(clock),
            undo=undo.name,
            start=start.name,
            advice=None if advice is None else advice.name,
            peopleOnly=people_only,
            powers=None if powers is None else powers.name,
            rated=rated,
            language=language,
            spectatorDelay=spectator_delay,
            spectatorDelayMinutes=spectator_delay_minutes,
        )
        return (yield from asked)

    def _game(self, kind: str, options: Options | Mapping[str, Any] | None) -> Steps[Any]:
        """The input of a kind of game with its options."""
        if constant(kind) not in self._documents.games:
            kinds = [game.kind for game in (yield from self._request(self._documents.query("catalogue"))).games]
            if constant(kind) not in kinds:
                raise ValueError(f"{kind!r} is no kind of game; the kinds are {', '.join(kinds)}")
        return {lower_first(pascal(kind)): {} if options is None else msgspec.to_builtins(options)}

    @operation
    def quick_play(
        self,
        kind: str,
        name: str | None = None,
        options: Options | Mapping[str, Any] | None = None,
        *,
        terms: QuickTerms = ANY_TERMS,
        brewery: str | None = None,
        show_name: bool = False,
    ) -> Steps[Access]:
        """Take a seat at the oldest table that waits on terms you accept, or at a new one.

        Follow the game while it waits, as by `tables`: a player who is away for a minute loses the seat.

        Args:
            kind: The kind of game, such as `dank-and-draft`.
            name: Your name.
            options: The options that differ from their defaults.
            terms: The terms that you accept.
            brewery: The name of your brewery.
            show_name: True if others see the name of your account.

        Raises:
            Refused: The service does not accept these terms, or you have too many games.
            ValueError: There is no such kind.
        """
        game, asked = (yield from self._game(kind, options)), self._documents.mutation("quickPlay")
        own = {"name": name, "brewery": brewery, "showName": show_name}
        return (yield from self._seated(asked, game=game, **own, **msgspec.to_builtins(terms)))

    @operation
    def fork(
        self,
        place: Place,
        version: int | None = None,
        *,
        seats: Sequence[NewSeat | BotKind | str] | None = None,
        proofs: Sequence[Access] = (),
        visibility: Visibility = Visibility.UNLISTED,
    ) -> Steps[Created]:
        """Create a game from a position of another one.

        Args:
            place: The other game.
            version: The version of the position; None for the newest.
            seats: The players; None for the same players, where their seats are yours.
            proofs: Your places at all seats of a game that is not over.
            visibility: The clients that can find the new game.
        """
        return self._created(
            self._documents.mutation("forkGame"),
            access(place).token,
            gameId=access(place).game_id,
            at=version,
            seatTokens=[proof.token for proof in proofs],
            seats=None if seats is None else [self._seat(seat) for seat in seats],
            visibility=visibility.name,
        )

    @operation
    def import_record(self, record: str, visibility: Visibility = Visibility.UNLISTED) -> Steps[Created]:
        """Create a game from a record, with its whole log."""
        return self._created(self._documents.mutation("importRecord"), record=record, visibility=visibility.name)

    def _created(self, asked: Any, token: str | None = None, /, **variables: Any) -> Steps[Created]:
        made = yield from self._request(asked, token, **variables, idempotencyKey=new_key())
        game = self._found(made.game)
        seats = tuple(Access(game, seat.token, seat.seat, seat.name) for seat in made.seats)
        return Created(game, Access(game, made.host_token), seats)

    @operation
    def join(
        self,
        game: str,
        name: str | None = None,
        *,
        seat: int | None = None,
        invite: str | None = None,
        brewery: str | None = None,
        show_name: bool = False,
    ) -> Steps[Access]:
        """Take a seat of a game.

        Args:
            game: The game's id.
            name: Your name.
            seat: The seat; None for any open one.
            invite: The invite to a seat.
            brewery: The name of your brewery.
            show_name: True if others see the name of your account.

        Raises:
            Refused: No such seat is open, or the game is over.
        """
        return self._seated(
            self._documents.mutation("joinGame"),
            gameId=game,
            name=name,
            brewery=brewery,
            seat=seat,
            invite=invite,
            showName=show_name,
            expectedVersion=None,
        )

    def _seated(self, asked: Any, /, **variables: Any) -> Steps[Access]:
        joined = yield from self._request(asked, program=self._program, **variables, idempotencyKey=new_key())
        return Access(self._found(joined.game), joined.seat.token, joined.seat.seat, joined.seat.name)

    @operation
    def declare_program(self, place: Access) -> Steps[Table]:
        """Declare that a program plays your seat, unless the seat is marked already or the game has ended.

        For a seat that somebody else took: the seats that a client with `program=True` takes are marked.

        Raises:
            Refused: The game is for people only.
        """
        table = yield from self._look(place)
        if table.ended or table.seat is None or table.seats[table.seat - 1].program:
            return table
        try:
            return (yield from self._change("declareProgram", place))
        except Refused as refused:
            if refused.code not in (SeatUnchanged.code, GameOver.code):
                raise
        return (yield from self._look(place))

    @operation
    def move(self, place: Access, *moves: MoveLike, version: int | None = None) -> Steps[Table]:
        """Make moves of your seat: all of them or none.

        Args:
            place: Your seat.
            moves: The moves, in order.
            version: The version that the moves are based on. If the game has moved on, they are refused.

        Returns:
            The table after the moves, with the next legal moves of your seat.

        Raises:
            Refused: A move is not legal, or it is not your turn. Nothing was changed.
        """
        return self._move(place, moves, version)

    def _move(self, place: Access, moves: Sequence[MoveLike], version: int | None) -> Steps[Table]:
        return self._change("play", place, version, moves=[self._sent(move) for move in moves])

    def _change(self, field: str, place: Access, version: int | None = None, **arguments: Any) -> Steps[Table]:
        """Send a mutation that changes a game. Arguments that are left out have the service's defaults."""
        changed = yield from self._request(
            self._documents.mutation(field, (yield from self._kind(place))),
            place.token,
            gameId=place.game_id,
            **arguments,
            expectedVersion=version,
            idempotencyKey=new_key(),
        )
        return (yield from self._whole(changed.game, place))

    @operation
    def resign(self, place: Access) -> Steps[Table]:
        """Resign your seat: it cannot win. If others go on, the service makes its first legal move each time."""
        return self._change("resign", place)

    @operation
    def abandon(self, host: Access) -> Steps[Table]:
        """End a game early, as its host."""
        return self._change("abandon", host)

    @operation
    def undo(self, place: Access, to: int | None = None) -> Steps[Table]:
        """Take back your last move, or all moves since the version `to`, if they revealed nothing to anybody."""
        return self._change("undo", place, to=to)

    @operation
    def propose(self, place: Access, proposal: str | Mapping[str, Any], seconds: int = DAY) -> Steps[Table]:
        """Propose something to the other seats.

        Args:
            place: Your seat.
            proposal: `draw`, `unscored`, `pause`, `rematch` or `upgradeRules`; `undo 12` to go back to version 12; or any
                `ProposalInput`, such as `{"addTime": {"seat": 2, "seconds": 60}}`.
            seconds: The time until the proposal expires.

        Raises:
            Refused: It cannot be proposed now.
        """
        if isinstance(proposal, str):
            verb, _, version = proposal.partition(" ")
            proposal = {verb: int(version) if version else True}
        return self._change("propose", place, proposal=proposal, seconds=seconds)

    @operation
    def accept(self, place: Access, proposal: str) -> Steps[Table]:
        """Accept a proposal, by its id in `Table.proposals`."""
        return self._change("acceptProposal", place, proposalId=proposal)

    @operation
    def decline(self, place: Access, proposal: str) -> Steps[Table]:
        """Decline a proposal, by its id in `Table.proposals`."""
        return self._change("declineProposal", place, proposalId=proposal)

    @operation
    def withdraw(self, place: Access, proposal: str) -> Steps[Table]:
        """Withdraw your proposal, by its id in `Table.proposals`."""
        return self._change("withdrawProposal", place, proposalId=proposal)

    @operation
    def take_rematch(self, place: Access) -> Steps[Access]:
        """Your place at the next game, once the seats have agreed on a rematch."""
        taken = yield from self._request(self._documents.mutation("takeRematch"), place.token, gameId=place.game_id)
        return self._given(taken)

    @operation
    def resume(self, place: Access) -> Steps[Table]:
        """Resume a paused game."""
        return self._change("resumeGame", place)

    @operation
    def return_to_seat(self, place: Access) -> Steps[Table]:
        """Take your seat back from the bot that plays while you are away."""
        return self._change("returnToSeat", place)

    @operation
    def leave_seat(self, place: Access) -> Steps[Table]:
        """Get up before the game starts: your seat is free again, and its token is rejected from now on.

        Returns:
            The table as a spectator sees it.
        """
        return self._change("leaveSeat", place)

    @operation
    def claim_seat(self, place: Access) -> Steps[Table]:
        """Keep a seat by your account, whose login token is the client's. `place` has the seat's own token."""
        return self._change("claimSeat", Access(place.game_id, self._token), token=place.token)

    @operation
    def open_seat(self, host: Access, seat: int) -> Steps[Table]:
        """Let anyone join a seat of a game that has not started."""
        return self._change("openSeat", host, seat=seat)

    @operation
    def close_seat(self, host: Access, seat: int) -> Steps[Table]:
        """Let only the host and invited players join a seat of a game that has not started."""
        return self._change("closeSeat", host, seat=seat)

    @operation
    def name_seat(
        self, place: Access, name: str | None = None, brewery: str | None = None, *, seat: int | None = None
    ) -> Steps[Table]:
        """Name your seat, in a running game once a minute. Before the start, the host can name a `seat` that no player holds.

        None keeps a name, and an empty text removes it.
        """
        return self._change("nameSeat", place, seat=seat, name=name, brewery=brewery)

    @operation
    def choose_first_seat(self, host: Access, seat: int | None) -> Steps[Table]:
        """Choose the seat that takes the first turn, before the game starts. None lets the seed choose it."""
        return self._change("chooseFirstSeat", host, seat=seat)

    @operation
    def start(self, place: Access) -> Steps[Table]:
        """Start a full game, as its host; as a player, if the host is away, or to agree after you were away."""
        return self._change("startGame", place)

    @operation
    def take_host(self, place: Access) -> Steps[Access]:
        """Become the host of a game that waits, with your seat, while its host is away."""
        asked = self._documents.mutation("takeHost")
        made = yield from self._request(
            asked, place.token, gameId=place.game_id, expectedVersion=None, idempotencyKey=new_key()
        )
        return Access(place.game_id, made.token)

    @operation
    def replace_player(
        self, host: Access, seat: int, by: BotKind | Opening, *, may_return: bool = False
    ) -> Steps[Table]:
        """Give a seat of a running game to a bot, or open it to a player."""
        arguments: dict[str, Any] = {"with": {"bot" if isinstance(by, BotKind) else "open": by.name}}
        return self._change("replacePlayer", host, seat=seat, mayReturn=may_return, **arguments)

    @operation
    def add_time(self, host: Access, seat: int, seconds: int) -> Steps[Table]:
        """Give a seat more time on its clock."""
        return self._change("addTime", host, seat=seat, seconds=seconds)

    @operation
    def upgrade_rules(self, host: Access) -> Steps[Table]:
        """Move a game to the newest version of its rules."""
        return self._change("upgradeRules", host)

    @operation
    def invite(self, host: Access, seat: int, until: datetime.datetime | None = None) -> Steps[str]:
        """An invite to a seat: a text with which one player can join it."""
        invited = yield from self._request(
            self._documents.mutation("createInvite"), host.token, gameId=host.game_id, seat=seat, until=until
        )
        return str(invited.invite)

    @operation
    def hand_over(self, place: Access) -> Steps[str]:
        """A handover of your place: a text with which one client gets the same token, within ten minutes."""
        made = yield from self._request(self._documents.mutation("createHandover"), place.token, gameId=place.game_id)
        return str(made.handover)

    @operation
    def take_over(self, handover: str) -> Steps[Access]:
        """The place of a handover, for the first client that takes it."""
        asked = self._documents.mutation("takeHandover")
        taken = yield from self._request(asked, None, handover=handover, idempotencyKey=new_key())
        return self._given(taken)

    @operation
    def revoke_invites(self, host: Access, seat: int) -> Steps[Table]:
        """Make all invites to a seat invalid."""
        return self._change("revokeInvites", host, seat=seat)

    @operation
    def reissue_token(self, host: Access, seat: int | None = None) -> Steps[Access]:
        """Replace the token of a seat, or of the host. The old one is rejected from now on."""
        made = yield from self._request(
            self._documents.mutation("reissueToken"),
            host.token,
            gameId=host.game_id,
            seat=seat,
            expectedVersion=None,
            idempotencyKey=new_key(),
        )
        return Access(host.game_id, made.token, made.seat)

    @operation
    def narrow_token(
        self, place: Access, *, read_only: bool = False, until: datetime.datetime | None = None
    ) -> Steps[Access]:
        """A token for the same place with fewer rights: read-only, or valid until a time."""
        asked = self._documents.mutation("narrowToken")
        made = yield from self._request(asked, place.token, gameId=place.game_id, readOnly=read_only, until=until)
        return msgspec.structs.replace(place, token=made.token)

    @operation
    def say(self, place: Access, text: str | None = None, *, phrase: str | None = None) -> Steps[TalkLine]:
        """Say a text or a phrase to the players of a game; to its spectators without a seat, by your account.

        Raises:
            Refused: The line is too long, comes too soon, or the game's talk is off or for phrases only.
        """
        said = yield from self._request(
            self._documents.mutation("say"),
            place.token,
            gameId=place.game_id,
            text=text,
            phrase=phrase,
            idempotencyKey=new_key(),
        )
        return said.line  # type: ignore[no-any-return]

    @operation
    def set_talk(self, host: Access, mode: TalkMode) -> Steps[TalkMode]:
        """Choose the lines that can be said in a game, as its host. OFF ends its talk."""
        asked = self._documents.mutation("setTalk")
        return (yield from self._request(asked, host.token, gameId=host.game_id, mode=mode.name)).mode  # type: ignore[no-any-return]

    @operation
    def mute_seat(self, place: Access, seat: int, *, muted: bool = True) -> Steps[tuple[int, ...]]:
        """Hide what another seat says from yours, or hear it again. Returns the seats that you have muted."""
        asked = self._documents.mutation("muteSeat")
        changed = yield from self._request(asked, place.token, gameId=place.game_id, seat=seat, muted=muted)
        return changed.muted  # type: ignore[no-any-return]

    @operation
    def report(
        self,
        place: Access,
        category: ReportCategory,
        text: str | None = None,
        *,
        version: int | None = None,
        seat: int | None = None,
        line: TalkLine | None = None,
        share_view: bool = False,
    ) -> Steps[str]:
        """Report to the operator that something is wrong in a game. Returns the report's id. Nobody at the table learns of it.

        Args:
            place: Your place in the game.
            category: The category.
            text: What is wrong, in your words.
            version: The version at which it is wrong; None for the newest.
            seat: The seat that the report is about.
            line: The line of talk that it is about.
            share_view: True to let the operator see this version as your seat saw it.

        Raises:
            Refused: You have filed too many reports, the operator takes none, or an argument does not fit.
        """
        filed = yield from self._request(
            self._documents.mutation("report"),
            place.token,
            gameId=place.game_id,
            category=category.name,
            text=text,
            version=version,
            seat=seat,
            line=None if line is None else line.cursor,
            room=None if line is None else line.room.name,
            shareView=share_view,
            idempotencyKey=new_key(),
        )
        return filed.report_id  # type: ignore[no-any-return]

    @operation
    def leave_orders(self, place: Access, orders: Sequence[StandingOrder]) -> Steps[StandingOrders]:
        """Leave moves to be made for your seat if the others do what you expect, in place of the orders before.

        Without orders, those before are withdrawn.

        Raises:
            Refused: You must decide now, the game has a fast clock, or there are too many orders.
        """
        asked, left = self._documents.mutation("leaveOrders"), msgspec.to_builtins(orders)
        return self._request(asked, place.token, gameId=place.game_id, orders=left)

    def _seat(self, seat: NewSeat | BotKind | str) -> dict[str, Any]:
        """A seat of a new game, as a `SeatInput`."""
        if isinstance(seat, str):
            seat = NewSeat(name=seat)
        elif isinstance(seat, BotKind):
            seat = NewSeat(kind=SeatKind.BOT, bot=seat)
        asked: dict[str, Any] = msgspec.to_builtins(seat)
        return asked | {"program": self._program and seat.kind is SeatKind.MINE}

    def _given(self, taken: Any) -> Access:
        """The place whose token an answer gives: that of a seat, or of the host."""
        game = self._found(taken.game)
        if taken.seat is None:
            return Access(game, taken.host_token)
        return Access(game, taken.seat.token, taken.seat.seat, taken.seat.name)


def new_key() -> str:
    """A new idempotency key."""
    return uuid.uuid4().hex
