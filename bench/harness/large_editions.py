"""The largest editions that are accepted: those with the most legal moves in a decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.harness.changed_editions import Remade
from taphouse.engine import GAMES
from taphouse.engine.editions import Edition, load, packaged


def largest(kind: str) -> Edition:
    """The largest edition of a game."""
    game = GAMES[kind]
    source = Remade(packaged(game.edition, game.about.package)[0].source.decode())
    return load(game.edition, source(LARGE[kind]), "largest.toml")


def _large_hands(table: dict[str, Any]) -> None:
    table["name"] = "largest"
    figures = {"starting_hand": 29, "hand_limit": 20, "most_spoiled": 30, "most_stocked_up": 9}
    for name, value in figures.items():
        table["figures"][name]["value"] = value
    for brewery in table["breweries"]:
        brewery["cards"] *= 2
    for row in (*table["types"], *table["actions"]):
        row["count"] *= 2


def _many_tokens(table: dict[str, Any]) -> None:
    table["name"] = "largest"
    for name, count in {"base_malt": 10_000, "specialty_malt": 33, "hops": 33, "adjuncts": 33}.items():
        table["tokens"][name]["value"] = count
    table["totals"]["tokens"]["value"] = 10_099
    for card in table["cards"]:
        for effect in card.get("effects", ()):
            if effect["effect"] in ("choose", "others-give", "another-loses"):
                effect["amount"] = 99


def _many_hops(table: dict[str, Any]) -> None:
    table["name"] = "largest"
    for tile in table["tiles"]:
        if tile["name"] == "hops-infuser":
            tile["effects"] = [{"effect": "infuse", "amount": 98, "provenance": "inferred"}]
    table["figures"]["storage"]["value"] = 99
    table["figures"]["starting_hops"]["value"] = 90


LARGE: dict[str, Callable[[dict[str, Any]], None]] = {
    "dank-and-draft": _large_hands,
    "pint-craft": _many_tokens,
    "brew-crafters": _many_hops,
}
"""The changes that make them, by game."""
