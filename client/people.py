"""People: your profile, the players whom you have met, and challenges. The client's token must be a login token."""

from __future__ import annotations

from taphouse.client.actions import Items, Steps, operation, stream
from taphouse.client.feed import FeedMethods
from taphouse.client.reading import Place, access
from taphouse.client.values import Access, Summary, Table
from taphouse.engine.vocabulary import constant
from taphouse.schema.concepts.persons import MarkedPlayer, PlayerMark, Profile


class PeopleMethods(FeedMethods):
    """The methods of both clients for people and challenges."""

    @operation
    def save_profile(
        self,
        handle: str,
        name: str | None = None,
        *,
        avatar: str | None = None,
        show_seen: bool = False,
        hide_presence: bool | None = None,
    ) -> Steps[Profile]:
        """Open a public profile for your account, or change it. Its handle stays.

        Args:
            handle: Your unique handle.
            name: Your display name.
            avatar: The id of a picture, which your app chooses.
            show_seen: True to show others when you were last here.
            hide_presence: True to hide from others at a table whether you are there; None to leave it as it is.

        Raises:
            Refused: Another player has such a handle, or you have another one.
        """
        asked = self._documents.mutation("saveProfile")
        saved = yield from self._request(
            asked, handle=handle, name=name, avatar=avatar, showSeen=show_seen, hidePresence=hide_presence
        )
        return saved.profile  # type: ignore[no-any-return]

    @operation
    def close_profile(self) -> Steps[bool]:
        """Close the profile of your account, which keeps its games, ratings and marks. Your handle is kept for you for 30 days.

        Returns:
            True if no game shows the profile any more. Otherwise the service goes on; ask again to see whether it has finished.
        """
        return (yield from self._request(self._documents.mutation("closeProfile"))).finished  # type: ignore[no-any-return]

    @operation
    def my_profile(self) -> Steps[Profile | None]:
        """Your profile; None if you have none."""
        return (yield from self._request(self._documents.my_profile)).found  # type: ignore[no-any-return]

    @operation
    def profile(self, handle: str) -> Steps[Profile]:
        """The profile of a player.

        Raises:
            Refused: Nobody has this handle.
        """
        return self._request(self._documents.query("player"), handle=handle)

    @operation
    def player_at(self, game: Place, seat: int) -> Steps[MarkedPlayer]:
        """The account at a seat of a game in which you have or had a seat, also if it has no profile.

        Raises:
            Refused: No account has played the seat, or you have not played in the game.
        """
        asked = self._documents.query("playerAt")
        return (yield from self._request(asked, gameId=access(game).game_id, seat=seat)).player  # type: ignore[no-any-return]

    @operation
    def mark_player(self, player: str, mark: PlayerMark | str | None) -> Steps[MarkedPlayer]:
        """Mark a player as a friend, block them, or (None) remove your mark. They do not learn of it.

        Args:
            player: Their handle, or the id that `player_at` gave you.
            mark: The mark, such as `blocked`.

        Raises:
            Refused: There is no such player, or you have marked too many.
        """
        asked, word = self._documents.mutation("markPlayer"), None if mark is None else constant(str(mark))
        return (yield from self._request(asked, player=player, mark=word)).player  # type: ignore[no-any-return]

    @operation
    def my_players(self) -> Steps[tuple[MarkedPlayer, ...]]:
        """The players whom you have marked, newest mark first."""
        return (yield from self._request(self._documents.my_players)).found.players  # type: ignore[no-any-return]

    @stream
    def challenges(self) -> Items[Summary]:
        """The games to which you are challenged, newest first. `join` accepts a challenge."""
        return self._pages(self._documents.my_challenges)

    @operation
    def decline_challenge(self, game: str) -> Steps[Table]:
        """Decline a challenge. `create` makes one, with `NewSeat(kind=SeatKind.OPEN, challenge=handle)`.

        Raises:
            Refused: You are not challenged to this game.
        """
        return self._change("declineChallenge", Access(game, self._token))
