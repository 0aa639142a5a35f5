"""The use cases of games together."""

from __future__ import annotations

from typing import Any

from taphouse.schema.registry import DECLARATIONS
from taphouse.service.games.records.signing import RecordKeys
from taphouse.service.games.use_cases import use_cases
from tests.use_cases.build import Parts, nobody

CALLED = {one.use for one in DECLARATIONS}


def built(parts: Parts) -> tuple[Any, ...]:
    adviser: Any = None
    committer, reader, access = parts.committer, parts.reader, parts.access
    keys = RecordKeys(["k" * 32])
    repairs: Any = (
        lambda _: None,
        keys,
        parts.presence,
        lambda **_: None,
        nobody,
        parts.waiting,
        None,
        True,
        None,
        True,
        None,
    )
    return use_cases(committer, reader, parts.lists, parts.editions, {}, access, adviser, None, *repairs)


def test_each_public_method_is_called_by_an_operation_and_is_in_one_object(parts: Parts) -> None:
    names = [name for one in built(parts) for name in vars(type(one)) if not name.startswith("_")]
    assert len(names) == len({*names})
    assert {*names} <= CALLED


def test_no_use_case_inherits_from_another(parts: Parts) -> None:
    assert {type(one).__mro__[1:] for one in built(parts)} == {(object,)}
