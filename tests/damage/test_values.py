"""Every reader of a stored value tells damage from what a newer release wrote, and nothing else comes of either."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
import redis

from taphouse.engine.chance import Chance, commitment
from taphouse.lab.memory_store import MemoryStore
from taphouse.schema.failures import Damaged, Unreadable
from taphouse.schema.values.games import Status, Visibility
from taphouse.service.games.encoding.agreements import Agreements, Proposed
from taphouse.service.games.encoding.codec import FORMAT, Codec
from taphouse.service.games.encoding.seats import Host, Sitting
from taphouse.service.games.kernel.editions import Editions
from taphouse.service.games.kernel.game_lists import listed_game
from taphouse.service.store import layout
from taphouse.service.store.failures import StoredBeforeFirstRelease, StoredByNewerRelease
from taphouse.service.store.protocol import Key, Take
from taphouse.service.store.redis import RedisStore
from taphouse.service.webhooks import stored
from taphouse.service.webhooks.stored import Delivery, DeliveryPlace, Hook, Notice, pack, unpack
from tests.tiny.about import GAME
from tests.tiny.moves import CaskRaceOptions, Pass

CODEC = Codec(GAME)
SEATS = (Sitting("Ada", True), Sitting("Ben", True, bot="RANDOM"))
EDITION = Editions({GAME.about.kind: GAME}, None).offered[GAME.about.kind].popitem()[1]
STATE = GAME.rules(EDITION).new(CaskRaceOptions(), 2, Chance(bytes(32)))
MADE = commitment(bytes(32), b"salt")
SETUP = CODEC.new_setup(EDITION.digest, CaskRaceOptions(), bytes(32), True, MADE, Visibility.OPEN, b"salt")
AGREED = Agreements((Proposed(3, "DRAW", 1, 1, 2, (1,)),), end="DRAW")


def snapshot(**changes: Any) -> bytes:
    given: dict[str, Any] = {"status": Status.RUNNING, "seats": SEATS, "state": STATE, "host": Host(), "rules": 1}
    return CODEC.snapshot(**{**given, "played": True, "agreements": AGREED, **changes})


def hook(**changes: Any) -> bytes:
    right = Hook("https://receiver.example", ("TURN",), "c2VjcmV0", 1, "digest")
    return pack(msgspec.structs.replace(right, **changes))


READERS: dict[str, tuple[Callable[[bytes], Any], bytes, int]] = {
    "setup": (CODEC.setup, SETUP, FORMAT),
    "terms": (CODEC.terms, SETUP, FORMAT),
    "position": (CODEC.position, snapshot(), FORMAT),
    "entry": (CODEC.body, CODEC.new_body(Pass(), True, ()), FORMAT),
    "notice": (lambda source: unpack(Notice, source), pack(Notice("TURN", 3, 1)), stored.FORMAT),
    "webhook": (lambda source: unpack(Hook, source), hook(), stored.FORMAT),
    "delivery": (lambda source: unpack(Delivery, source), pack(Delivery("TURN", "5", 3, 1, 1)), stored.FORMAT),
}
"""Each decodes a value, which begins with its format."""


@pytest.mark.parametrize("name", READERS)
def test_each_value_that_is_encoded_is_told_apart(name: str) -> None:
    read, right, newest = READERS[name]
    assert read(right) is not None
    for later in (newest + 1, 31, 99):
        with pytest.raises(StoredByNewerRelease, match=f"format {later}"):
            read(bytes([later]) + right[1:])
    for earlier in range(1, newest):
        with pytest.raises(StoredBeforeFirstRelease, match=f"format {earlier}, from before the first release"):
            read(bytes([earlier]) + right[1:])
    for wrong in (
        b"",
        b"garbage",
        b"{}",
        bytes([newest]),
        bytes([0]) + right[1:],
        right[:-1],
        right + b"\x00",
        right[1:],
    ):
        with pytest.raises(Damaged):
            read(wrong)
    for at in range(1, len(right)):  # whatever a flipped bit makes of it, it is told, or it is a value
        with suppress(Unreadable):
            read(right[:at] + bytes([right[at] ^ 0x80]) + right[at + 1 :])


@pytest.mark.parametrize(
    "source",
    [
        snapshot(seats=(*SEATS, Sitting("Cleo", True, bot="GENIUS"))),
        snapshot(agreements=Agreements((Proposed(3, "TRUCE", 1, 1, 2, (1,)),))),
        snapshot(agreements=Agreements(end="TRUCE")),
        snapshot().replace(b"RUNNING", b"ROAMING"),
        snapshot(rules=0),
    ],
)
def test_a_name_that_no_release_has_is_damage(source: bytes) -> None:
    with pytest.raises(Damaged):
        CODEC.position(source)


def test_rules_of_a_newer_release_are_told() -> None:
    with pytest.raises(StoredByNewerRelease, match=f"version {GAME.newest + 1} of the rules"):
        CODEC.position(snapshot(rules=GAME.newest + 1))


@pytest.mark.parametrize("source", [hook(status="ASLEEP"), hook(url="nowhere"), pack(Hook("http://a", (), "*", 1, ""))])
def test_a_webhook_that_nobody_could_use_is_damage(source: bytes) -> None:
    with pytest.raises(Damaged):
        unpack(Hook, source)
    with pytest.raises(Damaged):
        unpack(Delivery, pack(Delivery("TURN", "5", 3, 1, 1, status="ASLEEP")))


@pytest.mark.parametrize("member", ["", "nonsense", "one two", "one two three four"])
def test_a_member_of_the_queue_that_names_no_delivery_is_damage(member: str) -> None:
    with pytest.raises(Damaged):
        DeliveryPlace.of(member)


FIELDS: dict[str, bytes | None] = {
    **dict.fromkeys(layout.FIELDS),
    "version": b"1",
    "kind": b"cask-race",
    "status": b"RUNNING",
    "created": b"1",
    "updated": b"1",
    "format": str(layout.FORMAT).encode(),
}
WRONG: list[tuple[str, bytes]] = [
    *((name, b"many") for name in ("version", "created", "updated", "format")),
    *((name, b"\xff") for name in ("kind", "status", "epochs")),
    ("format", b"0"),
    ("format", b""),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_each_field_of_a_game_is_told_apart(name: str, value: bytes) -> None:
    assert layout.record([*FIELDS.values()]) is not None
    with pytest.raises(Damaged):
        layout.record([*(FIELDS | {name: value}).values()])
    if name in layout.BRIEF:
        with pytest.raises(Damaged):
            layout.brief([(FIELDS | {name: value})[one] for one in layout.BRIEF])


@pytest.mark.parametrize("format_", [None, b"1>2", b"2"])
def test_a_game_of_an_earlier_format_is_refused(format_: bytes | None) -> None:
    with pytest.raises(StoredBeforeFirstRelease, match=r"export the records of its games \(.*\), or delete the data"):
        layout.record([*(FIELDS | {"format": format_}).values()])


@pytest.mark.parametrize("format_", [layout.FORMAT + 1, 99])
def test_formats_of_newer_releases_are_told(format_: int) -> None:
    with pytest.raises(StoredByNewerRelease, match=f"format {format_}"):
        layout.record([*(FIELDS | {"format": str(format_).encode()}).values()])


OTHERS: dict[str, Callable[[], object]] = {
    "entry of a log": lambda: layout.entries(1, [b"x"], 1),
    "cut entry of a log": lambda: layout.entries(1, [bytes(6) + b"\x02\xff\xff"], 1),
    "use of a key": lambda: layout.earlier(b"garbage", Key("ada", "key", "digest")),
    "version of a game": lambda: layout.version_of(b"many"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_values_are_told(name: str) -> None:
    with pytest.raises(Damaged):
        OTHERS[name]()


@pytest.mark.parametrize(
    "entry", ["", "nonsense", "1:2", f"{1:013d}:", f"{1:013d}:UPPER", "9" * 13, f"{1:013d}:{'a' * 25}"]
)
def test_an_entry_that_no_release_writes_names_no_game(entry: str) -> None:
    assert listed_game(entry) == (0, "")
    assert listed_game(f"{7:013d}:{'a' * 24}") == (7, "a" * 24)


class Changed:
    """The edition of a game, as it is stored otherwise."""

    cut = EDITION.source[:-20]
    lost = None
    newer = EDITION.source + b"\n[a_new_section]\nfigure = 1\n"


@pytest.mark.parametrize(("source", "digest"), [(Changed.cut, EDITION.digest), (Changed.lost, EDITION.digest)])
async def test_an_edition_that_is_lost_or_is_another_one_is_damage(source: bytes | None, digest: str) -> None:
    with pytest.raises(Damaged):
        await _fetched(source, digest)


async def test_an_edition_that_is_whole_but_strange_is_of_a_newer_release() -> None:
    with pytest.raises(StoredByNewerRelease, match="a_new_section"):
        await _fetched(Changed.newer, hashlib.sha256(Changed.newer).hexdigest())


async def _fetched(source: bytes | None, digest: str) -> None:
    store, editions = MemoryStore(), Editions({GAME.about.kind: GAME}, None)
    editions._by_digest.clear()  # as in a release that offers others
    if source is not None:
        await store.put_edition(digest, source)
    await editions.by_digest(GAME.about.kind, digest, store)


@pytest.mark.parametrize("kept", [b"garbage", b"", b"1", b"nan nan", b"1 2 3", b"x y", None])
async def test_a_bucket_that_is_damaged_is_full_and_mended(kept: bytes | None, store: redis.Redis) -> None:
    names = [layout.bucket_key(name) for name in ("first", "bad", "last")]
    store.delete(*names)
    if kept is None:
        store.lpush(names[1], "of another application")
    else:
        store.set(names[1], kept)
    there = _connected(store)
    try:
        takes = [Take(name, 6, 10, 0.001) for name in ("first", "bad", "last")]
        assert [(one.allowed, one.left) for one in await there.take(takes)] == [(True, 4)] * 3
        assert [(one.allowed, one.left) for one in await there.take(takes)] == [(False, 4)] * 3
    finally:
        await there.close()


async def test_a_game_among_others_harms_only_itself(store: redis.Redis) -> None:
    right = {name: value for name, value in FIELDS.items() if value is not None}
    games = ["a", "b", "c", "d", "e"]
    for game in games:
        store.hset(layout.game_key(game), mapping=right)
    store.hset(layout.game_key("b"), "updated", "many")
    store.delete(layout.game_key("c"), layout.game_key("e"))
    store.set(layout.game_key("c"), "of another application")
    there = _connected(store)
    try:
        for found in (await there.records(games), await there.briefs(games)):
            assert [type(one).__name__ for one in found[1:]][:2] == ["Damaged", "WrongType"]
            assert [_version(one) for one in found] == [1, 0, 0, 1, None]
    finally:
        await there.close()
        store.delete(*map(layout.game_key, games), layout.game_key("c"))


def _version(found: Any) -> int | None:
    return None if found is None else getattr(found, "version", 0)


def _connected(store: redis.Redis) -> RedisStore:
    return RedisStore.connect(f"unix://{store.connection_pool.connection_kwargs['path']}")
