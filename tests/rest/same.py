"""REST tells what GraphQL tells."""

from __future__ import annotations

from typing import Any


def check_same(plain: Any, graphql: Any) -> None:
    """Compare what REST tells with what GraphQL tells, which names types."""
    if isinstance(graphql, list):
        assert len(plain) == len(graphql)
        for one, other in zip(plain, graphql, strict=True):
            check_same(one, other)
    elif isinstance(graphql, dict):
        named, plain = {"id" if name == "key" else name: one for name, one in graphql.items()}, dict(plain)
        type_ = named.pop("__typename", "")
        if event := plain.pop("event", ""):
            assert type_.lower().endswith(event.replace("-", ""))
        if "kind" in plain and "kind" not in named:
            assert type_.lower().startswith(plain.pop("kind").replace("_", "").lower())
        assert plain.keys() == named.keys()
        for name, value in named.items():
            check_same(plain[name], value)
    else:
        assert plain == graphql
