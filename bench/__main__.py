"""`python -m bench [PART ...]`: runs the parts, or all; prints their figures with the goals, and keeps them in bench/latest.json.

The figures of a part are written when it has them, beside those that other parts had last. A part that fails does not keep the
others from running; it is reported at the end, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import hostile
from bench.following import closings
from bench.harness import Skipped
from bench.moves import against
from bench.parts import PARTS, Goal
from bench.thinking import search

LATEST = Path(__file__).with_name("latest.json")
AGAINST: Mapping[str, Callable[[Path], Mapping[str, float]]] = {
    "moves": against.measure,
    "closings": closings.against,
    "search": search.against,
}
"""The function that compares a part with another checkout, by the name of the part."""
GOALS: Mapping[str, Goal] = {name: goal for part in PARTS.values() for name, goal in part.goals.items()}


def main(arguments: list[str] | None = None) -> int:
    """Run parts, and return the exit status."""
    given = _parsed(arguments)
    if given.list:
        for name, part in PARTS.items():
            print(f"{name:10} {part.question}")
        return 0
    chosen = {name: PARTS[name].measure for name in given.parts or PARTS}
    if given.against:
        return run({part: partial(AGAINST[part], given.against) for part in given.parts})
    if given.attack or given.seconds:
        return run({"hostile": partial(hostile.measure, given.attack, given.seconds)})
    return run(chosen, LATEST)


def run(chosen: Mapping[str, Callable[[], Mapping[str, float]]], latest: Path | None = None) -> int:
    """Run parts one after another, print their figures, and return the exit status: 1 if one failed.

    Args:
        chosen: What measures each part, by its name.
        latest: The file that keeps the figures; None where they are of no whole part.
    """
    console, failed = Console(), {}
    for name, measure in chosen.items():
        try:
            figures = measure()
        except Skipped as missing:
            console.print(f"{name} is skipped: {missing}.")
            result: dict[str, Any] = {"skipped": str(missing)}
        except Exception as error:  # whatever breaks a part, the others run
            traceback.print_exc()
            failed[name] = f"{type(error).__name__}: {error}"
            result = {"failed": failed[name]}
        else:
            console.print(table(figures))
            result = {"figures": figures}
        if latest:
            keep(latest, name, result)
    for name, reason in failed.items():
        console.print(f"{name} failed: {reason}", markup=False)
    return 1 if failed else 0


def keep(latest: Path, name: str, result: Mapping[str, Any]) -> None:
    """Put the result of a part into a file in the place of its last one. The file is replaced as a whole."""
    parts = json.loads(latest.read_text(encoding="utf-8")).get("parts", {}) if latest.exists() else {}
    parts[name] = {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), **result}
    figures = {figure: value for part in parts.values() for figure, value in part.get("figures", {}).items()}
    written = {
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "parts": parts,
        "goals": {
            name: {"goal": str(goal), "measured": figures.get(name), "met": name in figures and goal.met(figures[name])}
            for name, goal in GOALS.items()
        },
    }
    new = latest.with_suffix(".new")
    new.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    new.replace(latest)


def table(figures: Mapping[str, float]) -> Table:
    """All figures; those with goals last, with the goal and whether it is met."""
    shown = Table("figure", "measured", "goal", "met")
    for name in sorted(figures, key=lambda name: name in GOALS):
        shown.add_row(name, _written(figures[name]), *_judged(name, figures))
    return shown


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="one of those that --list names; all by default")
    parser.add_argument("--list", action="store_true", help="list the parts and the question that each answers")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="CHECKOUT",
        help="moves, closings, search: compare the CPU of a typed move, a stream or a search with another checkout of Taphouse",
    )
    parser.add_argument(
        "--attack",
        action="append",
        choices=hostile.ATTACKS,
        metavar="ATTACK",
        help="hostile: run this attack; repeatable",
    )
    parser.add_argument("--seconds", type=float, help="hostile: how long each attack lasts")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; choose from {', '.join(PARTS)}")
    for option, parts in (("against", [*AGAINST]), ("attack", ["hostile"]), ("seconds", ["hostile"])):
        if getattr(given, option) and (len(given.parts) != 1 or given.parts[0] not in parts):
            parser.error(f"--{option} is an option of one part: {' or '.join(parts)}")
    return given


def _written(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}"


def _judged(name: str, figures: Mapping[str, float]) -> tuple[str, str]:
    goal = GOALS.get(name)
    if goal is None:
        return "", ""
    return str(goal), "met" if goal.met(figures[name]) else "not met"


if __name__ == "__main__":
    sys.exit(main())
