"""Sends commands to the server that holds their keys, and follows its redirections and requests to retry."""

from __future__ import annotations

import asyncio
from binascii import crc_hqx
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from taphouse.service.runtime.backoff import pauses
from taphouse.service.runtime.redis_urls import Server
from taphouse.service.store.failures import StoreBusy, StoreUnavailable, WrongType
from taphouse.service.store.servers import needs
from taphouse.service.store.servers.discovery import SLOTS, Discovery, ServerInfo
from taphouse.service.store.servers.node import NoConnection, SingleFlight, StoreNode
from taphouse.service.store.servers.pipelined_connection import NOT_NOW, Command, ErrorReply
from taphouse.service.store.servers.replication import Replicas

FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Seconds before a command is resent to a server that cannot run it now: at first and at most."""
REFRESH_EVERY = 1.0
"""The least seconds between two looks at the topology of a cluster."""
PATIENCE_WITH_HEALTH = 1.0
"""Seconds after which a server that does not answer counts as unhealthy."""
SPARE = 1 / 8
"""The share of the timeout that best-effort commands get."""

BATCH = 500
"""The keys that a server looks at for one reply of a scan."""


class Router:
    """The servers of a store.

    Args:
        discovery: Finds the servers.
        timeout: Seconds within which every call returns or raises `StoreUnavailable`.
        most: The most calls that may wait for one server.
        scripts: The scripts by their digests, for servers that do not have them.
        replicas: The replicas that must have a change.
    """

    def __init__(
        self, discovery: Discovery, timeout: float, most: int, scripts: Mapping[str, bytes], replicas: Replicas
    ) -> None:
        self._discovery = discovery
        self._scripts = scripts
        self._replicas = replicas
        self._timeout = timeout
        # A reply may be lost and the command resent, so two attempts must fit into the timeout.
        self._patience = timeout * 0.45
        self._most = most
        self._persisting = 0
        self._nodes: dict[str, StoreNode] = {}  # all that were ever known: one without calls costs nothing
        self._slots: list[StoreNode] = []  # the node of each slot, or the only node; empty while that is not known
        self._tags: dict[StoreNode, str] = {}
        self._look = SingleFlight(self._learn)
        self._look_again = 0.0
        self._clustered = False
        self.single = False
        """True if one server is known to hold all keys."""

    async def clustered(self) -> bool:
        """Return whether the store is a cluster.

        Raises:
            StoreUnavailable: That is not known yet, and no server could be asked.
        """
        if not self._slots:
            await self._learned()
        return self._clustered

    def tags(self) -> tuple[str, ...]:
        """The hash tag of each server that is known now: keys with it belong to the server while it keeps its first slot."""
        firsts = {node: slot for slot, node in reversed([*enumerate(self._slots)])}
        self._tags = {node: _tag(slot) if self._clustered else "" for node, slot in firsts.items()}
        return tuple(self._tags.values())

    def tag(self, key: str) -> str | None:
        """The hash tag of the server that holds a key; None if that is not known."""
        if not self._slots:
            return None
        node = self._node(("GET", key))
        if node not in self._tags:
            self.tags()
        return self._tags[node]

    async def now(self, key: str) -> int:
        """The time of the server that holds a key, in milliseconds since the epoch; see `ServerConnection.now`.

        Raises:
            StoreUnavailable: No server could be asked.
        """
        try:
            async with asyncio.timeout(self._timeout):
                if not self._slots:
                    await self._learned()
                return await self._node(("GET", key)).now()
        except TimeoutError:
            raise StoreUnavailable("The store did not answer in time.") from None

    def waits(self, command: Command) -> bool:
        """Return whether replicas must have the change of this command, as far as that is known."""
        return bool(self._slots) and self._node(command).needed.now > 0

    async def spare(
        self, commands: Sequence[Command], extra: Sequence[Command] = (), *, change: bool = False
    ) -> list[Any]:
        """Like `ask`, for best-effort commands: fails fast, and gives a server that is away up at once.

        Raises:
            StoreUnavailable: The commands were not run, or may still be run later.
        """
        if self._slots and (node := self._node(commands[0])).connection is None and node.away:
            if self._clustered:
                self._look.start()  # another server may have taken the slot over
            raise StoreUnavailable("The server is away.")
        try:
            async with asyncio.timeout(self._timeout * SPARE):
                return await self.ask(commands, extra, change=change)
        except TimeoutError:
            raise StoreUnavailable("The server did not answer in time.") from None

    async def ask(
        self, commands: Sequence[Command], extra: Sequence[Command] = (), *, change: bool = False
    ) -> list[Any]:
        """Send commands in one round trip, and return all replies in order.

        They are resent if a reply is lost, so they must be safe to repeat. In a cluster, all keys must be in one slot.

        Args:
            commands: Commands that must succeed. They are resent while the server cannot run them.
            extra: Commands that may fail: the reply is an `ErrorReply` then.
            change: True if enough replicas must have the changes before this returns.

        Raises:
            StoreUnavailable: A command failed, no server answered in time, or too many calls wait already.
            Unconfirmed: Too few replicas have the change.
        """
        wanted = [*commands, *extra]
        if not wanted:
            return []
        began, sent = asyncio.get_running_loop().time(), 0
        replies: list[Any] | None = None
        if (
            self._slots
            and (connection := (node := self._node(wanted[0])).connection) is not None
            and not (change and node.needed.now)
        ):
            replies, sent = await connection.send(wanted), 1
            if replies is not None:
                for reply in replies:
                    if reply.__class__ is ErrorReply:
                        break
                else:
                    return replies
        if self._persisting >= self._most:
            raise StoreBusy("Too many calls wait for the store.")
        self._persisting += 1
        try:
            async with asyncio.timeout_at(began + self._timeout):
                if replies is None:
                    replies = await self._sent(wanted, 2 - sent, change)
                await self._persist(wanted, len(commands), replies, change)
                return replies
        except TimeoutError:
            errors = [str(reply) for reply in replies or () if isinstance(reply, ErrorReply)]
            raise StoreUnavailable("; ".join(errors) or "The store did not answer in time.") from None
        finally:
            self._persisting -= 1

    async def ask_each(self, commands: Sequence[Command], *, spare: bool = False, change: bool = False) -> list[Any]:
        """Like `ask`, for keys in any slots: commands that go to different servers are sent at the same time.

        Args:
            commands: The commands, each with its key.
            spare: True for best-effort commands: the reply to one that fails is a `StoreUnavailable`. Others must succeed.
            change: See `ask`.
        """
        if not self._slots:
            await self._learned()
        shares: dict[StoreNode, list[int]] = {}
        for place, command in enumerate(commands):
            shares.setdefault(self._node(command), []).append(place)
        ask = self._spared if spare else self.ask
        asked = await asyncio.gather(
            *(ask([commands[place] for place in share], change=change) for share in shares.values())
        )
        replies: list[Any] = [None] * len(commands)
        for share, some in zip(shares.values(), asked, strict=True):
            for place, reply in zip(share, some, strict=True):
                replies[place] = reply
        return replies

    async def _spared(self, commands: Sequence[Command], *, change: bool = False) -> list[Any]:
        """The replies to best-effort commands to one server. A key of a wrong type does not harm the others."""
        try:
            return await self.spare(commands, change=change)
        except WrongType as error:
            if len(commands) == 1:
                return [error]
            return [one for (one,) in await asyncio.gather(*(self._spared([one], change=change) for one in commands))]
        except StoreUnavailable as error:
            return [error] * len(commands)

    async def states(self) -> list[ServerInfo]:
        """The answer of each server to INFO, within a bounded time.

        Raises:
            StoreUnavailable: The servers are not known.
        """
        if not self._slots:
            await self._learned()
        shares = Counter(self._slots)
        names = {node: name for name, node in self._nodes.items()}
        infos = await asyncio.gather(*map(self._info, shares))
        return [
            ServerInfo(names[node] if self._clustered else "", count / len(self._slots), *info, node.needed.now)
            for (node, count), info in zip(shares.items(), infos, strict=True)
        ]

    async def scan(self, pattern: str, kind: str | None) -> AsyncIterator[bytes]:
        """The keys of all servers that match a pattern and have a type, or any. One that moves meanwhile may come twice.

        Raises:
            StoreUnavailable: A server did not answer.
        """
        if not self._slots:
            await self._learned()
        for node in set(self._slots):
            cursor = b"0"
            while True:
                command: Command = ("SCAN", cursor, "COUNT", BATCH, "MATCH", pattern)
                if kind is not None:
                    command += "TYPE", kind
                try:
                    async with asyncio.timeout(self._timeout):
                        (reply,) = await node.ask([command], 2)
                except TimeoutError:
                    raise StoreUnavailable("The store did not answer in time.") from None
                if isinstance(reply, ErrorReply):
                    raise StoreUnavailable(str(reply))
                cursor, keys = reply
                for key in keys:
                    yield key
                if cursor == b"0":
                    break

    async def histories(self) -> frozenset[object]:
        """The servers that hold games, and the histories of their data, which change with a failover."""
        if not self._slots:
            await self._learned()
        nodes = set(self._slots)
        await asyncio.gather(*map(self._checked, nodes))
        return frozenset(node.history for node in nodes)

    async def _checked(self, node: StoreNode) -> None:
        """Check that the connection of a node leads to the server that has its place now."""
        try:
            async with asyncio.timeout(self._patience):
                await node.check()
                await node.connected()
        except (StoreUnavailable, TimeoutError):
            if self._clustered:
                self._look.start()  # another server may have taken its slots over

    async def close(self) -> None:
        """Close all connections when the calls on them are answered."""
        self._look.cancel()
        await asyncio.gather(*(node.close() for node in self._nodes.values()))

    async def _info(self, node: StoreNode) -> tuple[bytes | StoreUnavailable, Any]:
        """The answers of a server to INFO and to `needs.question`."""
        # INFO with several sections needs Redis 7.0, and an older server must be recognized.
        asked: list[Command] = [("INFO",), needs.question(self._clustered)]
        if self._clustered:
            asked.append(("CLUSTER", "INFO"))
        try:
            async with asyncio.timeout(min(PATIENCE_WITH_HEALTH, self._timeout)):
                info, denied, *cluster = await node.ask(asked, 2)
        except StoreUnavailable as error:
            return error, None
        except TimeoutError:
            return StoreUnavailable("The server did not answer in time."), None
        if isinstance(info, ErrorReply):
            return StoreUnavailable(str(info)), None
        return b"\r\n".join(reply for reply in (info, *cluster) if not isinstance(reply, ErrorReply)), denied

    def _node(self, command: Command) -> StoreNode:
        if not self._clustered:
            return self._slots[0]
        return self._slots[key_slot(_key(command).encode())]

    async def _sent(self, commands: Sequence[Command], attempts: int, change: bool) -> list[Any]:
        """Send commands, and return the replies. In a cluster, another node may have taken the slots over."""
        if not self._slots:
            await self._learned()
        node = self._node(commands[0])
        try:
            return await (node.change(commands, attempts) if change else node.ask(commands, attempts))
        except NoConnection:
            if not self._clustered:
                raise
            await self._look()
            if self._node(commands[0]) is node:
                raise
        node = self._node(commands[0])
        return await (node.change(commands, attempts) if change else node.ask(commands, attempts))

    async def _learned(self) -> None:
        if why := await self._look():
            raise StoreUnavailable(why)

    async def _persist(self, commands: Sequence[Command], needed: int, replies: list[Any], change: bool) -> None:
        """Resend the commands that the server refused, one by one, until those that are needed succeed."""
        again = False
        for reply in replies[needed:] if needed else ():
            if isinstance(reply, ErrorReply) and reply.code == "READONLY":
                again = True  # a replica has answered: what it found may be old
                reply.connection.retire()
        for place, command in enumerate(commands):
            if again and place < needed:  # what it finds may depend on a command before it
                (replies[place],) = await self._sent([command], 2, change)
            if isinstance(replies[place], ErrorReply):
                again = True
                await self._settle(command, place < needed, replies, place, change)
                if isinstance(reply := replies[place], ErrorReply) and place < needed:
                    if reply.code == "WRONGTYPE":
                        raise WrongType(f"{reply} ({_key(command)})")
                    raise StoreUnavailable(str(reply))

    async def _settle(self, command: Command, needed: bool, replies: list[Any], place: int, change: bool) -> None:
        """Follow the error replies to a command, until one asks for nothing more."""
        waits, redirected = pauses(FIRST_PAUSE, LONGEST_PAUSE), False
        while isinstance(reply := replies[place], ErrorReply):
            redirection = self._clustered and reply.code in {"MOVED", "ASK"}
            if (redirection and redirected) or (needed and reply.code in NOT_NOW):
                await asyncio.sleep(next(waits))
            if redirection:
                redirected = True
                asking = [("ASKING",)] if reply.code == "ASK" else []
                node = self._named(reply)
                wanted = [*asking, command]
                *_, replies[place] = await (node.change(wanted, 2) if change else node.ask(wanted, 2))
                continue
            if reply.code == "NOSCRIPT" and command[0] == "EVALSHA":
                command = ("EVAL", self._scripts[str(command[1])], *command[2:])
            elif reply.code == "READONLY" and needed:  # after a failover, the host name may lead to the new master
                reply.connection.retire()
            elif reply.code not in NOT_NOW or not needed:
                return
            (replies[place],) = await self._sent([command], 2, change)

    def _named(self, redirection: ErrorReply) -> StoreNode:
        """The node that a redirection names. If the slot has moved there, it is the slot's node from now on.

        Raises:
            StoreUnavailable: It names none, as while a cluster is formed.
        """
        code, slot, address = str(redirection).split(" ")
        host, _, port = address.rpartition(":")
        if not port.isdecimal() or port == "0" or host == "?":
            raise StoreUnavailable(str(redirection))
        name = f"{host or redirection.connection.server.host}:{port}"
        if name not in self._nodes:
            self._nodes[name] = self._made(self._discovery.cluster_server(name.rpartition(":")[0], int(port)))
        if code == "MOVED":
            self._slots[int(slot)] = self._nodes[name]
            self._look.start()  # where one slot has moved, others have as well
        return self._nodes[name]

    def _made(self, server: Server | None) -> StoreNode:
        """A new node. If the server is None, its address is asked for before each connection."""

        async def find() -> Server:
            return await self._discovery.master() if server is None else server

        return StoreNode(find, self._patience, self._most, self._replicas)

    async def _learn(self) -> str:
        """Learn which server holds which slot. Returns the reason if that failed."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._look_again:
            return ""
        try:
            topology = await self._discovery.topology()
        except StoreUnavailable as error:
            return str(error)
        self._look_again = loop.time() + REFRESH_EVERY
        for name, server in topology.servers.items():
            if name not in self._nodes:
                self._nodes[name] = self._made(server)
        self._clustered = topology.owners is not None
        self.single = not self._clustered
        self._slots = [self._nodes[name] for name in topology.owners or topology.servers]
        return ""


@cache
def _tag(slot: int) -> str:
    """A hash tag of a slot."""
    return next(text for text in map(str, count()) if key_slot(text.encode()) == slot)


def key_slot(key: bytes) -> int:
    """The slot of a key in a cluster; of a key with a part in braces, that of this part (Redis cluster specification)."""
    _, opened, rest = key.partition(b"{")
    tag, closed, _ = rest.partition(b"}")
    return crc_hqx(tag if opened and closed and tag else key, 0) % SLOTS


def _key(command: Command) -> str:
    """The first key of a command."""
    return str(command[3] if command[0] in {"EVALSHA", "EVAL"} else command[1])
