"""The command `taphouse check-secrecy`: shows progress, and prints the result."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from taphouse.engine import GAMES
from taphouse.lab.secrecy.check import Leak, SecrecyReport, check
from taphouse.lab.secrecy.in_process_service import Received
from taphouse.service.runtime import telemetry
from taphouse.service.runtime.progress import Progress
from taphouse.service.runtime.settings import Settings

_AROUND = 60
"""Bytes shown on each side of a difference outside JSON."""
_LONGEST = 200


class BadSecrecyRequest(Exception):
    """An argument is invalid; the message says what is valid."""


class Leaked(Exception):
    """A viewer can tell two worlds apart."""


class Unproven(Exception):
    """Something hidden was the same in all worlds that were compared."""


def run(kind: str | None, pairs: int, seed: str, settings: Settings, as_json: bool = False) -> None:
    """Check one kind of game or all, and print a line for each. The service logs only errors meanwhile.

    Args:
        kind: The kind of game; None for all.
        pairs: The number of pairs of worlds for each kind.
        seed: The same seed gives the same pairs.
        settings: The settings of the service.
        as_json: Whether to print a JSON object on each line.

    Raises:
        BadSecrecyRequest: An argument is invalid.
        Leaked: A leak was found, and has been printed.
        Unproven: None was found, but something hidden was never different, which has been printed.
    """
    if kind is not None and kind not in GAMES:
        raise BadSecrecyRequest(f"There is no game {kind!r}; the games are {', '.join(GAMES)}.")
    if pairs < 1:
        raise BadSecrecyRequest("The number of pairs must be at least 1.")
    telemetry.configure(settings.model_copy(update={"log_level": "error"}))
    unproven = False
    for name in GAMES if kind is None else (kind,):
        with Progress(GAMES[name].about.title, pairs) as progress:
            report = asyncio.run(check(GAMES[name], GAMES, pairs, seed, progress.advance))
        print(msgspec.json.encode(document(report)).decode() if as_json else summary(report))
        if report.leak is not None:
            raise Leaked
        unproven = unproven or bool(report.hidden.unproven())
    if unproven:
        raise Unproven


def document(report: SecrecyReport) -> dict[str, object]:
    """The result for programs."""
    found = None
    if report.leak is not None:
        leak = report.leak
        found = {
            "pair": leak.pair,
            "viewer": leak.viewer,
            "version": leak.version,
            "cause": leak.cause,
            "ways": list(leak.ways),
        }
    return {
        "game": report.game,
        "seed": report.seed,
        "pairs": report.pairs,
        "answers": report.answers,
        "ways": len(report.ways),
        "hidden": {
            kind: {"pairs": count, "different": report.hidden.different[kind]}
            for kind, count in sorted(report.hidden.compared.items())
        },
        "leak": found,
    }


def summary(report: SecrecyReport) -> str:
    """The result for people."""
    if report.leak is not None:
        return _leak(report, report.leak)
    unproven = report.hidden.unproven()
    lines = [
        f"{report.game}: no leak found in {report.answers:,} answers from {len(report.ways)} ways out, in {report.pairs:,} "
        "pairs of worlds.",
        *(f"  {sentence}" for sentence in unproven),
        *(["  Compare more pairs, or let `other_world` change it: what is the same cannot leak."] if unproven else []),
    ]
    return "\n".join(lines)


def _leak(report: SecrecyReport, leak: Leak) -> str:
    others = [way for way in leak.ways if way != leak.way]
    lines = [
        f"{report.game}: leak found. In pair {leak.pair} of seed {report.seed}, {leak.viewer} can tell two worlds apart at "
        f"version {leak.version}.",
        f"  cause  {leak.cause}",
        f"  game   {leak.table}",
        f"  by     {leak.way}",
        *difference(leak.here, leak.there),
        *(f"  also   {way}" for way in others),
        f"  again  taphouse check-secrecy --game {report.game} --pairs {leak.pair} --seed {report.seed}",
    ]
    return "\n".join(lines)


def difference(here: Received | None, there: Received | None) -> list[str]:
    """The first difference of two answers, and both values there."""
    if here is None or there is None:
        return _both("answer", *("none" if answer is None else "one" for answer in (here, there)))
    if here.status != there.status:
        return _both("status", here.status, there.status)
    for one, two in zip(here.frames, there.frames, strict=False):
        if one != two:
            return _in_frame(one, two)
    if len(here.frames) != len(there.frames):
        return _both("frames", len(here.frames), len(there.frames))
    ours, theirs = dict(here.headers), dict(there.headers)
    for name in sorted(ours.keys() | theirs.keys()):
        if ours.get(name) != theirs.get(name):
            return _both(f"header {name.decode()}", ours.get(name), theirs.get(name))
    return _both("headers", here.headers, there.headers)


def _in_frame(here: bytes, there: bytes) -> list[str]:
    try:
        values = [msgspec.json.decode(frame[frame.index(b"{") :]) for frame in (here, there)]
    except (ValueError, msgspec.DecodeError):
        values = []
    if values and values[0] != values[1]:
        return _in_json("", *values)
    at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    start, end = max(0, at - _AROUND), at + _AROUND
    return _both(f"byte {at} of {len(here)} and {len(there)}", here[start:end], there[start:end])


def _in_json(path: str, here: Any, there: Any) -> list[str]:
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        key = next(key for key in here if here[key] != there[key])
        return _in_json(f"{path}.{key}" if path else key, here[key], there[key])
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        i = next(i for i in range(len(here)) if here[i] != there[i])
        return _in_json(f"{path}[{i}]", here[i], there[i])
    return _both(path, *(msgspec.json.encode(value).decode() for value in (here, there)))


def _both(where: str, here: object, there: object) -> list[str]:
    return [f"  at     {where}", f"  here   {str(here)[:_LONGEST]}", f"  there  {str(there)[:_LONGEST]}"]
