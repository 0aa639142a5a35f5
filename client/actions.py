"""The logic of the clients without I/O: generators that yield the next action, and are sent its result.

`Client` and `AsyncClient` only perform these actions: send, wait, read. So everything else exists once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from msgspec import Struct

P = ParamSpec("P")
T = TypeVar("T")


class Send(Struct, frozen=True):
    """Send a request, and get an `HttpReply`. If it asks for a stream, the stream stays open."""

    body: bytes
    token: str | None
    streams: bool = False


class HttpReply(Struct, frozen=True):
    """The answer to a request."""

    status: int
    content: bytes
    """Empty if `stream` is not None."""
    retry_after: str | None
    stream: Any = None
    """The stream, to pass to `Receive`."""


class Receive(Struct, frozen=True):
    """Wait for the next event of a stream, and get a `StreamEvent`; None once the connection has ended."""

    stream: Any


class StreamEvent(Struct, frozen=True):
    """An event of a stream."""

    name: str
    data: str


class Close(Struct, frozen=True):
    """Close a stream."""

    stream: Any


class Pause(Struct, frozen=True):
    """Wait."""

    seconds: float


class Call(Struct, frozen=True):
    """Call a function that may be asynchronous, such as a bot, and get what it returns."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Compute(Struct, frozen=True):
    """Call a function that takes long, without holding up others, and get what it returns."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Item(Struct, Generic[T], frozen=True):
    """Yield a value to the caller who iterates."""

    value: T


class Lost(Exception):
    """There is no answer. A generator gets it instead of an `HttpReply` or an event."""


Action = Send | Receive | Close | Pause | Call | Compute
Steps = Generator[Action, Any, T]
"""The actions that lead to a result of this type."""
Items = Generator[Action | Item[T], Any, None]
"""The actions that lead to items of this type."""


class Blocking(ABC):
    """A client whose methods return when they are done."""

    @abstractmethod
    def run(self, steps: Steps[T]) -> T:
        """Perform the actions, and return the result."""

    @abstractmethod
    def each(self, steps: Items[T]) -> Iterator[T]:
        """Perform the actions, and yield the items."""


class Awaiting(ABC):
    """A client whose methods are coroutines."""

    @abstractmethod
    async def run(self, steps: Steps[T]) -> T:
        """Perform the actions, and return the result."""

    @abstractmethod
    def each(self, steps: Items[T]) -> AsyncIterator[T]:
        """Perform the actions, and yield the items."""


class _Method(Generic[P]):
    """A method of both clients, made from a method that returns steps."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Any]) -> None:
        self._steps = steps
        self.__doc__, self.__wrapped__ = steps.__doc__, steps

    def _bound(self, client: Any, run: Callable[[Any], Any]) -> Callable[P, Any]:
        @wraps(self._steps)
        def method(*positional: P.args, **named: P.kwargs) -> Any:
            return run(self._steps(client, *positional, **named))

        return method


class operation(_Method[P], Generic[P, T]):  # noqa: N801 -- a decorator
    """A method with a result: of a `Client` it blocks, of an `AsyncClient` it is a coroutine."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Steps[T]]) -> None:
        super().__init__(steps)

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Blocking, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: Awaiting, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self if client is None else self._bound(client, client.run)


class stream(_Method[P], Generic[P, T]):  # noqa: N801 -- a decorator
    """A method with items: of a `Client` an iterator, of an `AsyncClient` an asynchronous one."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Items[T]]) -> None:
        super().__init__(steps)

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Blocking, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: Awaiting, owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self if client is None else self._bound(client, client.each)
