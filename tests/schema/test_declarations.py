"""Operations are declared once: all that derives from a declaration has it, and the service must have its use case."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta

from taphouse.schema import concepts
from taphouse.schema.operations.arguments import Expected, GameOf, Key, SeatNumber
from taphouse.schema.operations.declaration import MUTATION, Declaration, declare, post
from taphouse.schema.problems.sets import PREPARATIONS, READING
from taphouse.schema.registry import CONCEPTS, DECLARATIONS, collected
from taphouse.schema.rest.operations import Operation
from taphouse.schema.results import GameChanged

ADDED = """
import json
from typing import Annotated
from msgspec import Meta
from taphouse.schema.operations import seats
from taphouse.schema.operations.arguments import Expected, GameOf, Key, SeatNumber
from taphouse.schema.operations.declaration import MUTATION, declare, post
from taphouse.schema.problems.sets import PREPARATIONS
from taphouse.schema.results import GameChanged

@declare(MUTATION, PREPARATIONS, post("/games/{id}/seats/{seat}/ring", "seats", body=("Ringing", "A bell to ring.")))
def ring_bell(
    game: GameOf,
    seat: SeatNumber,
    times: Annotated[int, Meta(description="How often.")] = 2,
    expected: Expected = None,
    key: Key = None,
) -> GameChanged:
    "Ring the bell of a seat."

seats.ring_bell = ring_bell

from taphouse.client.documents import standard
from taphouse.engine import GAMES
from taphouse.schema.graphql.build import Api
from taphouse.schema.rest.openapi import openapi
from taphouse.lab.secrecy.rest_questions import RestQuestions
from taphouse.lab.secrecy.audited_requests import AuditedRequests

api, game = Api.of(*GAMES.values()), GAMES["dank-and-draft"]
requests = AuditedRequests(api.schema._schema, game, GAMES)
path = openapi(api.served)["paths"]["/v1/games/{id}/seats/{seat}/ring"]["post"]
print(json.dumps({
    "sdl": api.sdl(),
    "path": path,
    "document": standard().mutation("ringBell").document,
    "graphql": "mutation ringBell" in requests._documents,
    "rest": [one.id for one in RestQuestions(game)._changes],
}))
"""


def test_an_operation_that_is_added_is_in_all_that_derives_from_the_table() -> None:
    ran = subprocess.run([sys.executable, "-c", ADDED], capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)
    field = found["sdl"].partition("  ringBell(")[2].partition(": RingBellResult!")[0]
    assert '"""How often."""\n    times: Int! = 2' in field
    assert "expectedVersion: Int" in field
    assert "union RingBellResult = GameChanged | " in found["sdl"]
    assert found["path"]["summary"] == "Ring the bell of a seat"
    assert [one["name"] for one in found["path"]["parameters"]][:4] == ["id", "seat", "Idempotency-Key", "If-Match"]
    assert found["path"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/Ringing")
    assert "ALREADY_STARTED" in json.dumps(found["path"]["responses"]["409"])
    assert found["document"].startswith(
        "mutation RingBell($gameId: ID!, $seat: Int!, $times: Int!, $expectedVersion: Int"
    )
    assert "... on AlreadyStarted {" in found["document"]
    assert found["graphql"]
    assert "ringBell" in found["rest"]


class Everything:
    """Has every use case, as the operations are declared."""

    def __init__(self) -> None:
        for one in DECLARATIONS:
            if one.use not in vars(self) or not one.has_body:
                setattr(self, one.use, taking(*sorted(one.parameters)))


def taking(*names: str) -> Any:
    """A function with these parameters, after the caller."""
    found: dict[str, Any] = {}
    exec(f"def use_case(caller, {', '.join(names)}): pass", found)  # noqa: S102
    return found["use_case"]


def test_every_concept_is_registered() -> None:
    there = {file.stem for file in Path(concepts.__file__).parent.glob("[!_]*.py")}
    assert {one.__name__.rpartition(".")[2] for one in CONCEPTS} == there


def test_use_cases_are_collected_by_name() -> None:
    objects = Everything()
    assert collected(objects, object())["open_seat"] is vars(objects)["open_seat"]


def test_an_operation_without_a_use_case_is_refused_at_the_start() -> None:
    objects = Everything()
    del vars(objects)["open_seat"]
    with pytest.raises(
        TypeError, match=r"^The operation openSeat calls the use case open_seat, which 0 objects have\.$"
    ):
        collected(objects)
    with pytest.raises(TypeError, match=r"which 2 objects have\.$"):
        collected(Everything(), Everything())


def test_a_use_case_with_other_arguments_is_refused_at_the_start() -> None:
    objects = Everything()
    vars(objects)["open_seat"] = taking("game", "chair", "expected", "key")
    with pytest.raises(TypeError, match=r"^The operation openSeat and its use case .* in the arguments chair, seat\.$"):
        collected(objects)


def declared(refuses: Any = PREPARATIONS, text: str = "Ring it.") -> Declaration:
    def ring(
        game: GameOf,
        seat: SeatNumber,
        times: Any,
        expected: Expected = None,
        key: Key = None,
    ) -> GameChanged:
        raise NotImplementedError

    ring.__annotations__ |= {"times": Annotated[int, Meta(description=text or None)]}
    return declare(MUTATION, refuses, post("/games/{id}/ring", "games"))(ring)


def test_what_expects_a_version_says_that_it_can_be_refused_for_it() -> None:
    assert declared().changes_game
    with pytest.raises(TypeError, match=r"^ring takes expected without being refused with VersionConflict"):
        declared(READING)


def test_a_body_without_a_name_is_refused_with_the_operation_and_the_remedy() -> None:
    declaration = declared()
    declaration.function.__doc__ = "Ring it."
    with pytest.raises(TypeError, match=r'^The operation ring has a body with seat, times, .* body=\("Ringing", "'):
        Operation(declaration, declaration.rest[0])


def test_an_argument_has_a_description() -> None:
    assert declared().arguments["times"].text == "Ring it."
    with pytest.raises(TypeError, match=r"^the argument times has no description$"):
        assert declared(text="").arguments["times"].text


def test_no_marker_is_left_in_a_description() -> None:
    texts = [one.graphql_text for one in DECLARATIONS]
    texts += [one.rest_text(rest) for one in DECLARATIONS for rest in one.rest]
    assert [text for text in texts if "{" in text.replace("{id}", "")] == []
