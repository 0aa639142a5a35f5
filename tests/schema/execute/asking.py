"""The schema compiled and interpreted."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.schema.execution.executor import MUTATION, QUERY, Executable, OperationResult
from taphouse.schema.execution.limits import RequestLimits
from tests.schema.execute.pub import SCHEMA, TABLE


def executable(compiled: bool, **more: Any) -> Executable:
    return Executable(SCHEMA, lambda error: type(error).__name__, compiled=compiled, **more)


LARGE = RequestLimits(tokens=5000, depth=200, aliases=1000, directives=1000, cost=1 << 30)
COMPILED, INTERPRETED = executable(True, limits=LARGE), executable(False, limits=LARGE)


async def ask(
    where: Executable,
    query: str,
    context: Any = TABLE,
    variables: dict[str, Any] | None = None,
    name: str | None = None,
) -> OperationResult:
    return await where.execute(query, variables, name, context, allow=(QUERY, MUTATION))


async def same(
    query: str, context: Any = TABLE, variables: dict[str, Any] | None = None, name: str | None = None
) -> OperationResult:
    """The compiled answer, once before it is compiled and twice after that, is the interpreted one."""
    expected = await ask(INTERPRETED, query, context, variables, name)
    for _ in range(3):
        answer = await ask(COMPILED, query, context, variables, name)
        assert msgspec.json.encode(answer) == msgspec.json.encode(expected)
    return expected
