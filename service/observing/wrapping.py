"""Puts an observer around the methods of an object. Objects that are not observed are used as they are, at no cost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

T = TypeVar("T")
Around = Callable[[str], AbstractContextManager[Any]]
"""Makes the context manager around a call of a method, given its name."""


def wrap_methods(inner: T, around: Around) -> T:
    """An object like `inner`, with each call of an asynchronous method observed. Other attributes are those of `inner`.

    Calls of `inner` to its own methods are not observed.
    """
    return cast(T, _Wrapped(inner, around))


class _Wrapped:
    def __init__(self, inner: Any, around: Around) -> None:
        self._inner, self._around = inner, around

    def __getattr__(self, name: str) -> Any:
        """An attribute that was not asked for before."""
        found = getattr(self._inner, name)
        call = wrap_method(found, name, self._around)
        if call is not found:
            setattr(self, name, call)
        return call


def wrap_method(found: Any, name: str, around: Around) -> Any:
    """A function with each call observed, if it is asynchronous. Others are used as they are."""
    if not iscoroutinefunction(found):
        return found

    @wraps(found)
    async def call(*given: Any, **named: Any) -> Any:
        with around(name):
            return await found(*given, **named)

    return call
