"""The use cases of persons, which `schema.concepts.persons` declares."""

from __future__ import annotations

import base64
import math
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from taphouse.schema.concepts.persons import (
    AVATAR,
    LEAST_HANDLE,
    MOST_HANDLE,
    MOST_MARKED,
    HandleStays,
    HandleTaken,
    MarkedPlayer,
    MarkedPlayers,
    PlayerFound,
    PlayerMark,
    Profile,
    ProfileSaved,
    ProfilesOff,
    TooManyPlayers,
)
from taphouse.schema.failures import Busy, Refused
from taphouse.schema.ports import AccountHolder, Caller
from taphouse.schema.problems.callers import NoAccount
from taphouse.schema.problems.seats import NoProfile, PlayerNotFound
from taphouse.schema.values.versions import moment
from taphouse.service.games.beginning.seats import Introduction, check_name
from taphouse.service.games.encoding.seats import Reserved
from taphouse.service.games.kernel.checks import refuse
from taphouse.service.games.kernel.committing import MOST_TRIES
from taphouse.service.games.kernel.loaded_game import LoadedGame
from taphouse.service.games.kernel.loading import Reader
from taphouse.service.persons.finding import found_by
from taphouse.service.persons.ratings import Ratings
from taphouse.service.persons.stored import (
    HANDLES,
    KEPT,
    MARK,
    OWNER,
    RESERVED,
    SELF,
    Mark,
    Owner,
    Person,
    handle_entry,
    handle_names,
    pack,
    person_name,
    unpack,
)
from taphouse.service.store.failures import StoreUnavailable

HOUR, DAY = 3_600_000, 86_400_000
"""Milliseconds. The time at which somebody was last seen is rounded to the hour."""
CLAIMED = 60_000
"""Milliseconds after which a handle is free again that an account asked for without getting a profile."""
_HANDLE = rf"(?!\p{{M}})[\p{{L}}\p{{M}}\p{{N}}_-]{{{LEAST_HANDLE},{MOST_HANDLE}}}"
_AVATAR = re.compile(AVATAR)


class Profiles:
    """The persons in a store.

    Args:
        reader: Loads games, and identifies callers.
        on: False if the operator has turned profiles off.
        ratings: The ratings of accounts; None without.
    """

    def __init__(self, reader: Reader, on: bool, ratings: Ratings | None = None) -> None:
        self._reader, self._store, self._now, self._on = reader, reader.store, reader.now_ms, on
        self._ratings = ratings

    async def save_profile(
        self,
        caller: Caller,
        handle: str,
        name: str | None,
        avatar: str | None,
        show_seen: bool,
        hide_presence: bool | None,
    ) -> ProfileSaved:
        """Open or change the profile of the caller's account.

        The handle is taken first. It counts only with the profile that names it, so nothing is left of a request that was
        interrupted in between.
        """
        account = (await self.account(caller)).id
        import regex  # few requests save a profile

        if not regex.fullmatch(_HANDLE, handle):
            refuse("handle", f"A handle has {LEAST_HANDLE} to {MOST_HANDLE} letters, digits, `_` and `-`.")
        check_name(handle, "handle")
        check_name(name, "name")
        if avatar is not None and not _AVATAR.fullmatch(avatar):
            refuse("avatar", "An avatar has at most 40 lower-case letters, digits, `_` and `-`.")
        for _ in range(MOST_TRIES):
            stored, person = await self._own(account)
            now, is_open = self._now(), person.id is not None
            if (kept := person.kept(now)) not in (None, handle):
                days = None if is_open else math.ceil((person.created + RESERVED - now) / DAY)
                raise Refused(HandleStays(handle=kept or "", days=days))
            if person.handle not in (None, handle):  # it is not kept any more
                await self._let_go(person.handle or "", account)
            await self._take(handle, account)
            newer = replace(
                person,
                id=person.id or base64.b32encode(secrets.token_bytes(10)).decode().lower(),
                handle=handle,
                name=name,
                avatar=avatar,
                created=person.created if is_open else now,
                seen=now - now % HOUR if show_seen else 0,
                hidden=person.hidden if hide_presence is None else hide_presence,
            )
            if await self._store.put_item(person_name(account), SELF, pack(newer), stored.get(SELF), KEPT):
                if len(await self._owned(handle, account)) == len(handle_names(handle)):
                    with suppress(StoreUnavailable):
                        await self._store.enlist(HANDLES, handle_entry(handle, account), "", KEPT)
                    return ProfileSaved(self._shown(newer, stored))
                # Another account has taken it meanwhile, since this one was slow.
                await self._store.put_item(person_name(account), SELF, pack(person), pack(newer), KEPT)
                await self._let_go(handle, account)
                raise Refused(HandleTaken())
        raise Busy

    async def _take(self, handle: str, account: str) -> None:
        """Take a handle for an account."""
        try:
            for name in handle_names(handle):
                await self._take_item(name, account)
        except Refused:
            await self._let_go(handle, account)
            raise

    async def _let_go(self, handle: str, account: str) -> None:
        """Let go of what an account has of a handle that it does not have."""
        for name, owner in (await self._owned(handle, account)).items():
            await self._store.put_item(name, OWNER, owner, owner, 1)  # unless somebody else has taken it since

    async def _owned(self, handle: str, account: str) -> dict[str, bytes]:
        """The items of a handle that an account has, by name."""
        names = handle_names(handle)
        found = zip(names, await self._store.items(names), strict=True)
        return {
            name: one[OWNER] for name, one in found if OWNER in one and unpack(Owner, one[OWNER]).account == account
        }

    async def _take_item(self, name: str, account: str) -> None:
        """Take an item of a handle for an account."""
        for _ in range(MOST_TRIES):
            (found,) = await self._store.items([name])
            held = found.get(OWNER)
            owner = None if held is None else unpack(Owner, held)
            if owner is not None and owner.account != account:
                other = await self._known(owner.account)
                kept = None if other is None else other.kept(self._now())
                used = kept is not None and name in handle_names(kept)
                if used or owner.since + CLAIMED > self._now():
                    raise Refused(HandleTaken())
            if await self._store.put_item(name, OWNER, pack(Owner(account, self._now())), held, KEPT):
                return
        raise Busy

    async def profile(self, player: AccountHolder) -> Profile | None:
        """The profile of an account. Looking at it counts as having been seen."""
        stored, person = await self._own(player.id)
        return None if person.id is None else self._shown(await self._see(player.id, person), stored)

    async def player_named(self, caller: Caller, handle: str) -> Profile:
        """The profile with a handle."""
        await self._reader.identify(caller)
        await caller.admit()
        self._check_on()
        _, person, stored = await found_by(self._store, handle)
        return self._shown(person, stored)

    async def player_at(self, caller: Caller, game: str, seat: int) -> PlayerFound:
        """The account at a seat of a game that the caller's account has played in."""
        identity = await self._reader.identify(caller)
        loaded = await self._reader.now(game, caller)
        if not isinstance(identity, AccountHolder):
            raise Refused(NoAccount())
        self._check_on()
        players = _players(loaded)
        played = any(identity.id in had for had in players)
        account = next(iter(players[seat - 1]), None) if 1 <= seat <= len(players) else None
        if not played or account is None or account == identity.id:
            raise Refused(PlayerNotFound())
        stored, person = await self._own(identity.id)
        if SELF not in stored and not await self._store.put_item(
            person_name(identity.id), SELF, pack(person), None, KEPT
        ):
            _, person = await self._own(identity.id)  # another request was first
        return PlayerFound(_marked(person, account, await self._known(account), stored))

    async def mark_player(self, caller: Caller, other: str, mark: PlayerMark | None) -> PlayerFound:
        """Mark another player, or remove the mark."""
        own = (await self.account(caller)).id
        for _ in range(MOST_TRIES):
            stored, person = await self._own(own)
            account = person.account_of(other) or (await found_by(self._store, other))[0]
            if account == own:
                refuse("player", "You cannot mark yourself.")
            item = MARK + person.id_of(account)
            named = person_name(own)
            if SELF not in stored and not await self._store.put_item(named, SELF, pack(person), None, KEPT):
                continue
            if mark is None:
                await self._store.drop_items(named, [item], told=True)
                stored.pop(item, None)
                return PlayerFound(_marked(person, account, await self._known(account), stored))
            if item not in stored and sum(name.startswith(MARK) for name in stored) >= MOST_MARKED:
                raise Refused(TooManyPlayers(limit=MOST_MARKED))
            new = pack(Mark(mark.value, self._now()))
            if await self._store.put_item(named, item, new, stored.get(item), KEPT):
                return PlayerFound(_marked(person, account, await self._known(account), stored | {item: new}))
        raise Busy

    async def marked_players(self, player: AccountHolder) -> MarkedPlayers:
        """The players whom an account has marked, newest mark first."""
        stored, person = await self._own(player.id)
        ids = [name.removeprefix(MARK) for name in stored if name.startswith(MARK)]
        accounts = [account for id_ in ids if (account := person.account_of(id_))]
        others = await self._store.items([person_name(account) for account in accounts]) if accounts else ()
        known = [unpack(Person, other[SELF]) if SELF in other else None for other in others]
        marked = [_marked(person, *one, stored) for one in zip(accounts, known, strict=True)]
        return MarkedPlayers(tuple(sorted(marked, key=lambda one: (one.marked_at, one.id), reverse=True)))

    async def friends_of(self, account: str) -> frozenset[str]:
        """The accounts that this one has marked as friends."""
        stored, person = await self._own(account)
        marked = {
            name.removeprefix(MARK): unpack(Mark, one).mark for name, one in stored.items() if name.startswith(MARK)
        }
        friends = [person.account_of(id_) for id_, mark in marked.items() if mark == PlayerMark.FRIEND.value]
        return frozenset([one for one in friends if one is not None])

    async def may_meet(self, one: str, other: str) -> bool:
        """True if neither of two accounts has blocked the other."""
        names = await self._store.items([person_name(one), person_name(other)])
        return not any(_blocks(stored, account) for stored, account in zip(names, (other, one), strict=True))

    async def blocked_by(self, account: str) -> Callable[[str], bool]:
        """A function that is true for the accounts that this one has blocked."""
        (stored,) = await self._store.items([person_name(account)]) if self._on else ({},)
        return lambda other: _blocks(stored, other)

    async def hiding_presence(self, accounts: Sequence[str]) -> frozenset[str]:
        """Those of some accounts that do not show their presence."""
        if not self._on:
            return frozenset()
        stored = await self._store.items([person_name(account) for account in accounts])
        known = [(account, items[SELF]) for account, items in zip(accounts, stored, strict=True) if SELF in items]
        return frozenset([account for account, packed in known if unpack(Person, packed).hidden])

    async def introduce(self, account: str) -> Introduction | None:
        """The profile of an account that takes a seat, if it has one."""
        if not self._on:
            return None
        stored, person = await self._own(account)
        if person.id is None or person.handle is None:
            return None
        await self._see(account, person)
        points = {} if self._ratings is None else self._ratings.points(stored)
        return Introduction(person.id, person.handle, person.name, points)

    async def challenged(self, challenger: str, handle: str) -> Reserved:
        """The player with a handle, whom an account challenges.

        Raises:
            Refused: There is no such player, the account has blocked them, or it has no profile itself.
        """
        own, known = await self._own(challenger)
        if known.id is None:
            raise Refused(NoProfile())
        account, person, stored = await found_by(self._store, handle)
        if _blocks(own, account):
            refuse("seats", "You have blocked this player. Remove your mark with `markPlayer` first.")
        return Reserved(account, (person.id or "", person.handle or ""), not _blocks(stored, challenger))

    async def close(self, account: str) -> None:
        """Close the profile of an account, if it has one. Its handle, its ratings and its marks stay with the account."""
        for _ in range(MOST_TRIES):
            stored, person = await self._own(account)
            if person.id is None or person.handle is None:
                return
            closed = replace(person, id=None, name=None, avatar=None, created=self._now(), seen=0)
            if await self._store.put_item(person_name(account), SELF, pack(closed), stored[SELF], KEPT):
                with suppress(StoreUnavailable):  # readers skip what no profile is behind
                    await self._store.strike(HANDLES, [handle_entry(person.handle, account)])
                    if self._ratings is not None:
                        await self._ratings.leave_boards(account, stored)
                return
        raise Busy

    async def confirm(self, account: str) -> None:
        """Return once replicas have what is stored of a person, such as that they have no profile any more."""
        for _ in range(MOST_TRIES):
            stored, _ = await self._own(account)
            was = stored.get(SELF)
            if was is None or await self._store.put_item(person_name(account), SELF, was, was, KEPT):
                return
        raise Busy

    async def open_profile(self, account: str) -> str | None:
        """The id of the profile that an account has now."""
        return (await self._own(account))[1].id

    async def forget(self, account: str) -> None:
        """Remove an account's profile with its handle, its ratings, and its marks."""
        (stored,) = await self._store.items([person_name(account)])
        if self._ratings is not None:
            await self._ratings.leave_boards(account, stored)
            await self._ratings.forget(account, stored)
        if SELF in stored and (handle := unpack(Person, stored[SELF]).handle) is not None:
            for name in await self._owned(handle, account):
                await self._store.drop_items(name, [OWNER])
            await self._store.strike(HANDLES, [handle_entry(handle, account)])
        if stored:
            await self._store.drop_items(person_name(account), list(stored))

    def _check_on(self) -> None:
        if not self._on:
            raise Refused(ProfilesOff(message="This service has no profiles."))

    async def account(self, caller: Caller) -> AccountHolder:
        """The account of a caller who wants to change something of it."""
        identity = await self._reader.identify(caller)
        await caller.admit()
        if not isinstance(identity, AccountHolder):
            raise Refused(NoAccount())
        self._check_on()
        return identity

    async def _own(self, account: str) -> tuple[dict[str, bytes], Person]:
        """The items of an account, and the person: a new one if nothing is stored of it."""
        (stored,) = await self._store.items([person_name(account)])
        person = unpack(Person, stored[SELF]) if SELF in stored else Person(secrets.token_bytes(32))
        return stored, person

    async def _known(self, account: str) -> Person | None:
        (stored,) = await self._store.items([person_name(account)])
        return unpack(Person, stored[SELF]) if SELF in stored else None

    def _shown(self, person: Person, stored: Mapping[str, bytes]) -> Profile:
        """The profile of a person with these items, as everybody sees it."""
        seen = moment(person.seen) if person.seen else None
        ratings = () if self._ratings is None else self._ratings.shown(stored)
        return Profile(
            person.id or "", person.handle or "", person.name, person.avatar, moment(person.created), seen, ratings
        )

    async def _see(self, account: str, person: Person) -> Person:
        """Note that somebody was here who shows it, once an hour. A note that is lost does no harm."""
        now = self._now()
        if not person.seen or now < person.seen + HOUR:
            return person
        newer = replace(person, seen=now - now % HOUR)
        await self._store.put_item(person_name(account), SELF, pack(newer), pack(person), KEPT)
        return newer


def _players(loaded: LoadedGame) -> list[list[str]]:
    """The accounts that have played each seat, the present one first."""
    return [
        [one for one in (sitting.player, *(end.player for end in reversed(sitting.ends))) if one is not None]
        for sitting in loaded.seats
    ]


def _mark(stored: Mapping[str, bytes], id_: str) -> Mark | None:
    return unpack(Mark, stored[MARK + id_]) if MARK + id_ in stored else None


def _marked(person: Person, account: str, known: Person | None, stored: Mapping[str, bytes]) -> MarkedPlayer:
    """Another account as a person knows it, by the items that are stored of the person."""
    id_, handle = person.id_of(account), None if known is None else known.public
    mark = _mark(stored, id_)
    if mark is None or mark.mark not in PlayerMark.__members__:
        return MarkedPlayer(id_, handle, None, None)
    return MarkedPlayer(id_, handle, PlayerMark[mark.mark], moment(mark.since))


def _blocks(stored: Mapping[str, bytes], account: str) -> bool:
    """True if the person of whom these items are stored has blocked an account."""
    if SELF not in stored:
        return False
    mark = _mark(stored, unpack(Person, stored[SELF]).id_of(account))
    return mark is not None and mark.mark == PlayerMark.BLOCKED.value
