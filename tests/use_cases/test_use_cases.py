"""The use cases together are what the contract needs."""

from __future__ import annotations

from collections import Counter
from inspect import Parameter, signature
from typing import Any

import pytest

from taphouse.schema import ports
from taphouse.service.tables.use_cases import by_name, use_cases
from tests.use_cases.build import Parts

PORT = {name: method for name, method in vars(ports.Tables).items() if not name.startswith("_")}


def built(parts: Parts) -> tuple[Any, ...]:
    adviser: Any = None
    committer, reader, access = parts.committer, parts.reader, parts.access
    return use_cases(committer, reader, parts.lists, parts.editions, {}, access, adviser, None, lambda _: None)


def test_each_use_case_of_the_port_is_in_one_object_and_there_are_no_others(parts: Parts) -> None:
    names = [name for one in built(parts) for name in vars(type(one)) if not name.startswith("_")]
    assert Counter(names) == Counter([*PORT])


@pytest.mark.parametrize("name", PORT)
def test_a_use_case_takes_what_the_port_says(name: str) -> None:
    def taken(method: Any) -> list[Parameter]:
        return [one.replace(annotation=Parameter.empty) for one in signature(method).parameters.values()]

    assert taken(getattr(by_name(built(Parts())), name)) == taken(PORT[name])[1:]


def test_no_use_case_inherits_from_another(parts: Parts) -> None:
    assert {type(one).__mro__[1:] for one in built(parts)} == {(object,)}
