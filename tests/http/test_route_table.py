"""The table of routes finds what Starlette's routing finds."""

from __future__ import annotations

import asyncio
import re
from inspect import isroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from taphouse.service.app import create_app
from taphouse.service.http.front import RouteTable
from taphouse.service.runtime.settings import Settings

SETTINGS = Settings(signing_key=SecretStr("x" * 32), web=True, docs=True, graphiql=True)
ROUTES = [route for route in create_app(SETTINGS).routes if isinstance(route, Route)]
PATHS = sorted({route.path for route in ROUTES})
SERVED = sorted({route.path for route in ROUTES if not isroutine(route.endpoint)})
METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "get")
SEGMENTS = [
    *sorted({segment for path in PATHS for segment in path.split("/")}),
    "2zmfe6oefseudskrg5iswers",
    "é",
    "finished\n",
]


async def never(*_: object) -> Any:
    """Is not called."""
    raise AssertionError


TABLE = RouteTable(never, ROUTES)


def in_table(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a request and its parameters, as the table finds them."""
    scope: Scope = {"type": "http", "method": method, "path": path}
    route = TABLE._found(scope)
    return None if route is None else (scope["route"], scope["path_params"])


def by_starlette(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The same as Starlette finds them; None for functions, whose exceptions its handlers answer."""
    for route in ROUTES:
        match, found = route.matches({"type": "http", "method": method, "path": path})
        if match is Match.FULL:
            return None if isroutine(route.endpoint) else (route, found["path_params"])
    return None


@pytest.mark.parametrize("path", SERVED)
def test_every_route_is_found(path: str) -> None:
    concrete = re.sub(r"\{\w+\}", "some-text", path)
    methods = [method for method in METHODS if by_starlette(method, concrete)]
    assert methods
    for method in METHODS:
        assert in_table(method, concrete) == by_starlette(method, concrete)


@given(st.sampled_from(METHODS), st.lists(st.sampled_from(SEGMENTS), max_size=6).map("/".join))
def test_no_other_is_found(method: str, path: str) -> None:
    found = in_table(method, path.replace("\n", "?"))
    assert found == by_starlette(method, path.replace("\n", "?"))
    if found is not None:  # a line break, which Starlette overlooks at the end, is a character like any other
        route, values = found
        assert in_table(method, path) == (route, {name: value.replace("?", "\n") for name, value in values.items()})


@pytest.mark.parametrize(
    ("method", "path", "below", "server"),
    [
        ("GET", "/known", "", "endpoint"),
        ("POST", "/known", "", "Starlette"),
        ("GET", "/known/", "", "Starlette"),
        ("GET", "/7", "", "Starlette"),
        ("GET", "/function", "", "Starlette"),
        ("GET", "/known", "/known", "Starlette"),
    ],
)
def test_what_the_table_does_not_know_is_left_to_starlette(method: str, path: str, below: str, server: str) -> None:
    asked = []

    class Stand:
        """An application that only tells that it was asked."""

        def __init__(self, name: str) -> None:
            self._name = name

        async def __call__(self, _scope: Scope, _receive: Receive, _send: Send) -> None:
            asked.append(self._name)

    endpoint = Stand("endpoint")
    routes = [Route("/{number:int}", endpoint), Route("/known", endpoint, methods=["GET"]), Route("/function", never)]
    table = RouteTable(Stand("Starlette"), routes)
    asyncio.run(table({"type": "http", "method": method, "path": path, "root_path": below}, never, never))
    assert asked == [server]
