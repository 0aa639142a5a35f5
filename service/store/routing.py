"""Sends commands to the server that holds their keys, and obeys its redirections and its requests to come again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from redis.crc import key_slot

from taphouse.service.runtime.backoff import pauses
from taphouse.service.store import StoreBusy, StoreUnavailable
from taphouse.service.store.discovery import Discovery
from taphouse.service.store.node import NoConnection, Node, SingleFlight
from taphouse.service.store.pipelined_connection import NOT_NOW, Command, ErrorReply, Server

FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Seconds before a command is sent again to a server that cannot run it now: at first and at most."""
REFRESH_EVERY = 1.0
"""Seconds between two looks at the topology of a cluster, at least."""


class Router:
    """The servers of a store.

    Args:
        discovery: Knows the servers.
        timeout: Seconds within which every call returns or raises `StoreUnavailable`.
        most: The most calls that may wait for one server.
        scripts: The scripts by their digests, for servers that do not have them.
    """

    def __init__(self, discovery: Discovery, timeout: float, most: int, scripts: Mapping[str, bytes]) -> None:
        self._discovery = discovery
        self._scripts = scripts
        self._timeout = timeout
        # A reply may be lost and the command resent, so two attempts must fit into the timeout.
        self._patience = timeout * 0.45
        self._most = most
        self._persisting = 0
        self._nodes: dict[str, Node] = {}  # all that were ever known: one without calls costs nothing
        self._slots: list[Node] = []  # the node of each slot, or the only node; empty while that is not known
        self._look = SingleFlight(self._learn)
        self._look_again = 0.0
        self._clustered = False

    async def clustered(self) -> bool:
        """Whether the store is a cluster.

        Raises:
            StoreUnavailable: That is not known yet, and no server could be asked.
        """
        if not self._slots:
            await self._learned()
        return self._clustered

    async def now(self, key: str) -> int:
        """The time of the server that holds a key, in milliseconds since the epoch; see `Node.now`.

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

    async def ask(self, commands: Sequence[Command], extra: Sequence[Command] = ()) -> list[Any]:
        """Send commands in one round trip, and return the replies to all of them, in order.

        They are sent again if a reply is lost, so they must be safe to repeat. In a cluster, all keys must be in one slot.

        Args:
            commands: They must succeed. While the server cannot run them, they are sent again.
            extra: They may fail: the reply is an `ErrorReply` then.

        Raises:
            StoreUnavailable: A command failed, no server answered in time, or too much waits already.
        """
        wanted = [*commands, *extra]
        if not wanted:
            return []
        began, sent = asyncio.get_running_loop().time(), 0
        replies: list[Any] | None = None
        if self._slots and (connection := self._node(wanted[0]).connection) is not None:
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
                    replies = await self._sent(wanted, 2 - sent)
                await self._persist(wanted, len(commands), replies)
                return replies
        except TimeoutError:
            errors = [str(reply) for reply in replies or () if isinstance(reply, ErrorReply)]
            raise StoreUnavailable("; ".join(errors) or "The store did not answer in time.") from None
        finally:
            self._persisting -= 1

    async def ask_each(self, commands: Sequence[Command]) -> list[Any]:
        """Like `ask`, for keys in any slots: commands that go to different servers are sent at the same time."""
        if not self._slots:
            await self._learned()
        shares: dict[Node, list[int]] = {}
        for place, command in enumerate(commands):
            shares.setdefault(self._node(command), []).append(place)
        asked = await asyncio.gather(*(self.ask([commands[place] for place in share]) for share in shares.values()))
        replies: dict[int, Any] = {}
        for share, some in zip(shares.values(), asked, strict=True):
            replies.update(zip(share, some, strict=True))
        return [replies[place] for place in range(len(commands))]

    async def close(self) -> None:
        """Close all connections when the calls on them are answered."""
        self._look.cancel()
        await asyncio.gather(*(node.close() for node in self._nodes.values()))

    def _node(self, command: Command) -> Node:
        if not self._clustered:
            return self._slots[0]
        key = command[3] if command[0] in {"EVALSHA", "EVAL"} else command[1]
        return self._slots[key_slot(str(key).encode())]

    async def _sent(self, commands: Sequence[Command], attempts: int) -> list[Any]:
        """Send commands, and return the replies. In a cluster, another node may have taken the slots over."""
        if not self._slots:
            await self._learned()
        node = self._node(commands[0])
        try:
            return await node.ask(commands, attempts)
        except NoConnection:
            if not self._clustered:
                raise
            await self._look()
            if self._node(commands[0]) is node:
                raise
        return await self._node(commands[0]).ask(commands, attempts)

    async def _learned(self) -> None:
        if why := await self._look():
            raise StoreUnavailable(why)

    async def _persist(self, commands: Sequence[Command], needed: int, replies: list[Any]) -> None:
        """Send the commands again that the server refused, one by one, until those that are needed succeed."""
        again = False
        for place, command in enumerate(commands):
            if again and place < needed:  # what it finds may depend on a command before it
                (replies[place],) = await self._sent([command], 2)
            if isinstance(replies[place], ErrorReply):
                again = True
                await self._settle(command, place < needed, replies, place)
                if isinstance(replies[place], ErrorReply) and place < needed:
                    raise StoreUnavailable(str(replies[place]))

    async def _settle(self, command: Command, needed: bool, replies: list[Any], place: int) -> None:
        """Do what the error replies to a command ask for, until one asks for nothing more."""
        waits, redirected = pauses(FIRST_PAUSE, LONGEST_PAUSE), False
        while isinstance(reply := replies[place], ErrorReply):
            redirection = self._clustered and reply.code in {"MOVED", "ASK"}
            if (redirection and redirected) or (needed and reply.code in NOT_NOW):
                await asyncio.sleep(next(waits))
            if redirection:
                redirected = True
                asking = [("ASKING",)] if reply.code == "ASK" else []
                *_, replies[place] = await self._named(reply).ask([*asking, command], 2)
                continue
            if reply.code == "NOSCRIPT" and command[0] == "EVALSHA":
                command = ("EVAL", self._scripts[str(command[1])], *command[2:])
            elif reply.code == "READONLY" and needed:  # after a failover, the host name may lead to the new master
                reply.connection.retire()
            elif reply.code not in NOT_NOW or not needed:
                return
            (replies[place],) = await self._sent([command], 2)

    def _named(self, redirection: ErrorReply) -> Node:
        """The node that a redirection names. If the slot has moved there, it is the slot's node from now on."""
        code, slot, address = str(redirection).split(" ")
        host, _, port = address.rpartition(":")
        name = f"{host or redirection.connection.server.host}:{port}"
        if name not in self._nodes:
            self._nodes[name] = self._made(self._discovery.cluster_server(name.rpartition(":")[0], int(port)))
        if code == "MOVED":
            self._slots[int(slot)] = self._nodes[name]
            self._look.start()  # where one slot has moved, others have as well
        return self._nodes[name]

    def _made(self, server: Server) -> Node:
        return Node(server, self._patience, self._most)

    async def _learn(self) -> str:
        """Learn which server holds which slot. Returns why that failed."""
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
        self._slots = [self._nodes[name] for name in topology.owners or topology.servers]
        return ""
