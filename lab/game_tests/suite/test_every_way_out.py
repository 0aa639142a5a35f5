"""No viewer can tell two worlds apart by any answer of the service, and no answer has a secret."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from taphouse.lab.game_tests.beside import result
from taphouse.lab.game_tests.canaries import hunt, with_canaries
from taphouse.lab.game_tests.effort import WHOLE, many, some_or_all, thorough
from taphouse.lab.game_tests.tables import GAMES, checks
from taphouse.lab.secrecy import rest_questions
from taphouse.lab.secrecy.audited_requests import EXEMPT
from taphouse.lab.secrecy.check import SecrecyReport, check
from taphouse.lab.secrecy.documents import documents_of
from taphouse.lab.secrecy.hidden import Hidden
from taphouse.lab.secrecy.report import summary
from taphouse.schema.graphql.build import Api
from taphouse.schema.rest.operations import OPERATIONS

WORLDS = 1
"""The worlds for each question: as many pairs ask more than with several."""
LEAST = 0.5
"""The share of the pairs after which those of a game that is tested alone end, once everything was asked and differed."""


def most_and_least(kind: str, share: float) -> tuple[int, int]:
    """The most pairs of worlds that are compared, and the least."""
    pairs = checks(kind).pairs
    most = many(pairs, share)
    return most, many(pairs, LEAST * share) if len(GAMES) == 1 else most


def compared(kind: str, share: float) -> tuple[SecrecyReport, set[str]]:
    """The report on pairs of worlds of a game, and what was not asked for."""
    most, least = most_and_least(kind, share)

    def enough(number: int, ways: Iterable[str], hidden: Hidden) -> bool:
        return number >= least and not hidden.unproven() and not unasked(kind, ways)

    report = asyncio.run(check(GAMES[kind], GAMES, most, "one", worlds=WORLDS, enough=enough))
    return report, unasked(kind, report.ways)


def hunted(kind: str) -> None:
    """Hunt for the secrets of a game."""
    with TemporaryDirectory() as folder:
        asyncio.run(hunt(GAMES[kind], GAMES, Path(folder)))


@thorough
@some_or_all
@pytest.mark.beside(work=compared)
@pytest.mark.parametrize("kind", GAMES)
def test_nobody_can_tell_two_worlds_apart_by_anything_they_get(kind: str, share: float) -> None:
    """Each way out of the service is asked in worlds that differ in what is hidden."""
    report, left = result(compared, kind, share)
    assert report.leak is None, summary(report)
    pairs, least = most_and_least(kind, share)
    assert report.pairs >= least, f"only {report.pairs} pairs of worlds were compared, not {least}"
    unproven = [] if share < WHOLE else report.hidden.unproven()
    assert not unproven, " ".join([*unproven, "Raise `pairs` in CHECKS, or let `other_world` change it."])
    assert share < WHOLE or not left, (
        f"{pairs} pairs of worlds did not ask for {', '.join(sorted(left))}: raise `pairs` in CHECKS"
    )


def unasked(kind: str, ways: Iterable[str]) -> set[str]:
    """The root fields and REST operations that were not asked for, though nothing says why."""
    about = GAMES[kind].about
    schema = Api.of(*GAMES.values(), federated=True).core
    documents = documents_of(schema, about.name, tuple([g.about.name for g in GAMES.values()]))
    fields = {f"{operation} {field}" for operation in ("query", "mutation") for field in documents.root(operation)}
    operations = {rest_questions.named(operation) for operation in OPERATIONS}
    asked = {" ".join(way.replace(",", "").split()[:2]) for way in ways}
    return (fields | operations) - asked - EXEMPT.keys() - rest_questions.EXEMPT.keys()


@thorough
@pytest.mark.beside(work=hunted)
@pytest.mark.parametrize("kind", GAMES)
def test_no_frame_names_what_its_reader_was_never_shown(kind: str) -> None:
    """The seed, tokens and canaries are looked for in all that each viewer gets."""
    result(hunted, kind)


@pytest.mark.parametrize("kind", [kind for kind in GAMES if checks(kind).canaries])
def test_each_canary_is_in_the_edition(kind: str, tmp_path: Path) -> None:
    """A canary that is not there is never heard."""
    canaries = checks(kind).canaries
    assert canaries is not None
    names = {
        *re.findall(canaries.pattern, with_canaries(GAMES[kind], canaries, tmp_path).source.decode(), re.IGNORECASE)
    }
    assert len(names) == canaries.names, f"the edition has {len(names)} canaries, not {canaries.names}"
