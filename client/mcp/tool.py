"""Tools as language models see them. Each is declared once, by a method with its docstring and annotated arguments."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

_Method = TypeVar("_Method", bound=Callable[..., Awaitable[Any]])
_JSON = {str: "string", int: "integer", bool: "boolean", list: "array", dict: "object"}


class ToolError(Exception):
    """A refusal for a language model. It says what is wrong and what to do instead."""


def check_page(page: int, pages: int) -> None:
    """Refuse a page that is not there.

    Raises:
        ToolError: It is none of these pages.
    """
    if not 1 <= page <= pages:
        there = "is only page 1" if pages == 1 else f"are pages 1 to {pages}"
        raise ToolError(f"There is no page {page}: there {there}.")


class SeatResult(Struct, frozen=True):
    """The result of a seat."""

    seat: int
    place: int
    """Its place, from 1; tied seats share one."""
    points: int


class GameState(Struct, frozen=True, rename="camel"):
    """The state of a game for programs around a model: whose turn it is, and the result."""

    version: int
    your_turn: bool
    over: bool
    """True if the game has ended, also without a result."""
    standings: tuple[SeatResult, ...] = ()
    """The result of each seat; none before the end."""
    reward: float | None = None
    """The reward of your seat: from 1 for the first place to -1 for the last, or the same for all who win or lose together."""
    place: str | None = None
    """Your place, where the tool gave you one."""


class Shown(Struct, frozen=True):
    """The answer of a tool that shows a table."""

    text: str
    state: GameState


class Description(Struct, frozen=True):
    """The description of an argument."""

    text: str
    choices: tuple[str, ...] = ()
    """The valid values, or those of a list's items. Empty if there are others."""


class ToolArgument(Struct, frozen=True):
    """An argument of a tool."""

    name: str
    type: type
    """`str`, `int`, `bool`, `list` (of texts) or `dict`."""
    description: Description
    default: Any
    required: bool

    @property
    def schema(self) -> dict[str, Any]:
        """Its JSON schema."""
        schema: dict[str, Any] = {"type": _JSON[self.type]}
        value = {"enum": list(self.description.choices)} if self.description.choices else {}
        schema |= {"items": {"type": "string"} | value} if self.type is list else value
        return schema | {"description": self.description.text}


class Tool(Struct, frozen=True):
    """A tool, as a method declares it."""

    name: str
    title: str
    text: str
    arguments: tuple[ToolArgument, ...]
    owner: type
    run: Callable[..., Awaitable[str | Shown]]
    """The method of the owner."""
    reads: bool
    """True if it changes nothing."""
    repeatable: bool
    """True if a second call with the same arguments changes nothing more."""
    destroys: bool
    """True if it can end what cannot be had back."""

    @property
    def answers(self) -> dict[str, Any] | None:
        """The JSON schema of the structured part of its answers; None if they are text alone."""
        if get_type_hints(self.run, include_extras=True)["return"] is not Shown:
            return None
        _, parts = msgspec.json.schema_components([GameState])
        schema: dict[str, Any] = parts.pop(GameState.__name__)
        return schema | {"$defs": parts}

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return {
            "type": "object",
            "properties": {one.name: one.schema for one in self.arguments},
            "required": [one.name for one in self.arguments if one.required],
        }


def tool(
    title: str, *, reads: bool = False, repeatable: bool = False, destroys: bool = False
) -> Callable[[_Method], _Method]:
    """Declare a method as a tool."""

    def marked(method: _Method) -> _Method:
        method.hints = {"title": title, "reads": reads, "repeatable": repeatable, "destroys": destroys}  # type: ignore[attr-defined]
        return method

    return marked


def tools_of(*owners: type) -> Iterator[Tool]:
    """The tools that classes declare, in their order."""
    for owner in owners:
        for name, method in vars(owner).items():
            if hints := getattr(method, "hints", None):
                text = " ".join((inspect.getdoc(method) or "").split())
                arguments = tuple(_arguments(method))
                yield Tool(name=name, text=text, arguments=arguments, owner=owner, run=method, **hints)


def _arguments(method: Callable[..., Any]) -> Iterator[ToolArgument]:
    hints = get_type_hints(method, include_extras=True)
    for name, parameter in inspect.signature(method).parameters.items():
        if name == "self":
            continue
        of, description = get_args(hints[name])
        required = parameter.default is inspect.Parameter.empty
        yield ToolArgument(name, get_origin(of) or of, description, None if required else parameter.default, required)


def openai(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """The tools as functions of OpenAI's Chat Completions."""
    return [
        {"type": "function", "function": {"name": one.name, "description": one.text, "parameters": one.schema}}
        for one in tools
    ]


def anthropic(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """The tools as those of Anthropic's Messages."""
    return [{"name": one.name, "description": one.text, "input_schema": one.schema} for one in tools]
