"""An MCP server: language models find, create, join and play games with tools. It is a program on `AsyncClient`.

An error says what is wrong, by which rule, and what to do instead. Nothing of the way to the service is in it.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, BinaryIO, TextIO, cast

import anyio
import mcp_types as types
import msgspec
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from starlette.types import ASGIApp

from taphouse.client.clients import AsyncClient
from taphouse.client.errors import Refused, RequestFailed, TaphouseError
from taphouse.client.mcp import TALK, TOOLS, arguments
from taphouse.client.mcp.answers import Answers
from taphouse.client.mcp.tool import Shown, Tool, ToolError

PATIENCE = 20.0
MOST_MESSAGE = 1 << 20
"""The most bytes of a message of a client."""
_INSTRUCTIONS = (
    "Play board games. find_games lists the kinds of games and open tables; create_game or join_game gives you a place "
    "and shows the table. play makes moves, waits until it is your turn again, and tells what has changed since; look shows the "
    "whole table. Moves are written in notation, as legal moves are listed. read_rules explains rules and cards."
)
_RULES = "taphouse://rules/"
_PROMPT = types.Prompt(
    name="play_a_game",
    title="Play a game",
    description="Have the model play a whole game.",
    arguments=[
        types.PromptArgument(name="kind", description="The kind of game, such as Dank & Draft.", required=True),
        types.PromptArgument(name="opponents", description="The other players, such as `GREEDY`; `OPEN` for people."),
    ],
)
_log = logging.getLogger(__name__)


class GameServer:
    """The server of a service.

    Args:
        url: The URL of the service.
        token: The token of a login, if games should be those of an account.
        language: The language of sentences.
        shared: True if several clients use it, as over HTTP.
        talk: True to give models the tools to talk at tables.

    Raises:
        ValueError: The URL is not that of a service.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        language: str | None = None,
        *,
        shared: bool = False,
        talk: bool = False,
    ) -> None:
        self._tools = (*TOOLS, *TALK) if talk else TOOLS
        self._client = AsyncClient(url, token=token, patience=PATIENCE, language=language, program=True)
        self._answers = Answers(self._client, account=token is not None, shared=shared)
        self._owners = {owner: owner(self._answers) for owner in dict.fromkeys(one.owner for one in self._tools)}
        self.mcp = Server[None](
            "taphouse",
            version=version("taphouse"),
            title="Taphouse",
            instructions=_INSTRUCTIONS,
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    def run(self) -> None:
        """Serve standard input and output until it ends."""

        async def serve() -> None:
            lines = anyio.wrap_file(cast(TextIO, _BoundedLines(sys.stdin.buffer)))
            async with stdio_server(stdin=lines) as (read, write):
                await self.mcp.run(read, write, self.mcp.create_initialization_options())

        anyio.run(serve)

    def http(self) -> ASGIApp:
        """The application for streamable HTTP, at /mcp."""
        return self.mcp.streamable_http_app(max_request_body_size=MOST_MESSAGE)

    @asynccontextmanager
    async def _lifespan(self, _: Server[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self._client.close()

    async def _list_tools(self, *_: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(one) for one in self._tools])

    async def _call_tool(self, _: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        state = None
        try:
            answer, failed = await self._done(asked.name, asked.arguments or {}), False
        except ToolError as error:
            answer, failed = str(error), True
        if isinstance(answer, Shown):
            text, state = answer.text, msgspec.to_builtins(answer.state)
        else:
            text = answer
        content = types.TextContent(type="text", text=text)
        return types.CallToolResult(content=[content], structured_content=state, is_error=failed)

    async def _done(self, name: str, given: dict[str, Any]) -> str | Shown:
        """The answer of a tool.

        Raises:
            ToolError: It was not done.
        """
        tool = next((one for one in self._tools if one.name == name), None)
        if tool is None:
            raise ToolError(
                f"There is no tool {name[:40]!r}. The tools are {', '.join(one.name for one in self._tools)}."
            )
        try:
            return await tool.run(self._owners[tool.owner], **arguments.read(tool, given))
        except ToolError:
            raise
        except Refused as refused:
            raise ToolError(await self._answers.refusal(refused)) from None
        except RequestFailed as failed:
            _log.warning("%s was called with %r: %s", name, given, failed)
            raise ToolError(
                f"The service cannot read an argument of {name}. Check each against the description of the tool."
            ) from None
        except TaphouseError as error:
            raise ToolError(str(error)) from None
        except Exception:
            _log.exception("%s failed", name)
            raise ToolError(f"{name} failed by a fault of this server. Use look to see what came of it.") from None

    async def _list_resources(self, *_: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=f"{_RULES}{game.kind}",
                    name=f"rules of {game.title}",
                    title=f"The rules of {game.title}",
                    description="How to play, all components, and the exact rules with their ids.",
                    mime_type="text/plain",
                )
                for game in await self._answers.library.games()
            ]
        )

    async def _read_resource(self, _: Any, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(asked.uri)
        if not uri.startswith(_RULES):
            raise MCPError(code=types.INVALID_PARAMS, message=f"There is no resource {uri[:80]!r}.")
        try:
            book = await self._answers.library.book(uri.removeprefix(_RULES))
        except ToolError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, text=book.whole(), mime_type="text/plain")]
        )

    async def _list_prompts(self, *_: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_PROMPT])

    async def _get_prompt(self, _: Any, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        given = asked.arguments or {}
        if asked.name != _PROMPT.name or not given.get("kind"):
            raise MCPError(code=types.INVALID_PARAMS, message=f"The only prompt is {_PROMPT.name}. It needs kind.")
        text = (
            f"Play a whole game of {given['kind']} against {given.get('opponents') or 'GREEDY'}. Read the rules, create the "
            "game, and play to win until it is over. Then tell me the result, and what decided it."
        )
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])


class _BoundedLines:
    """The lines of a file, as text. Of one that is too long, only the reason to refuse it is returned."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def readline(self) -> str:
        """The next line; empty at the end."""
        line = self._file.readline(MOST_MESSAGE + 1)
        if len(line) <= MOST_MESSAGE:
            return line.decode(errors="replace")
        while line and not line.endswith(b"\n"):
            line = self._file.readline(MOST_MESSAGE)
        _log.warning("A message has more than %d bytes, and was not read", MOST_MESSAGE)
        return f"A message may have {MOST_MESSAGE} bytes.\n"


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.text,
        input_schema=tool.schema,
        output_schema=tool.answers,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            idempotent_hint=tool.reads or tool.repeatable,
            destructive_hint=tool.destroys,
            open_world_hint=False,
        ),
    )
