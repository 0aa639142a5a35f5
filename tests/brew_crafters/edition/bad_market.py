"""Faults of the market."""

from __future__ import annotations

from tests.brew_crafters.edition.changes import (
    MOST_CHOSEN,
    MOST_EFFECTS,
    ONE_MALT,
    SPARED,
    SPRING,
    at,
    effect,
    figure,
    remade,
    side,
    with_,
)

OF_THE_MARKET: dict[str, tuple[bytes, str, str]] = {
    "no space for two players": (
        remade(lambda table: [space.update(players=3) for space in table["spaces"]]),
        "the file",
        "spaces: two players would have no space",
    ),
    "two sides of the same name": (
        with_("spaces", "rail-freight", sides=[side(effect("money", amount=1)), side(effect("shift"))]),
        "the file",
        "spaces: rail-freight has two sides of the same name",
    ),
    **{
        f"{name} twice on a side": (
            with_(
                "spaces",
                "maltster" if name == "take-all" else "rail-freight",
                sides=[side(effect("money", amount=1), effect(name), effect("take", ingredients=ONE_MALT), effect(name))],
            ),
            "the file",
            f"spaces: {'maltster' if name == 'take-all' else 'rail-freight'}: "
            "a side gives something twice that it can give once",
        )
        for name in ("take-all", "starting-player", "partnership", "worker", "shift")
    },
    **{
        f"{name} for {MOST_CHOSEN + 1} at the market": (
            with_("spaces", "rail-freight", sides=[side(effect(name, amount=MOST_CHOSEN + 1))]),
            at("spaces", "rail-freight", "sides.mine.effects.1"),
            f"the effect {name} gives at most {MOST_CHOSEN} choices",
        )
        for name in ("choose-basic", "choose-advanced")
    },
    **{
        f"{name} for {MOST_CHOSEN + 1} by a worker": (
            with_("workers", SPARED, effects=[effect(name, amount=MOST_CHOSEN + 1, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} gives at most {MOST_CHOSEN} choices",
        )
        for name, given in [("choose-at-start", {"seasons": SPRING}), ("choose-at-market", {}), ("choose-on-install", {})]
    },
    **{
        f"{MOST_CHOSEN + 1} choices in the {step} step": (
            with_("tracks", "flavour", **{step: effect("choose-advanced", amount=MOST_CHOSEN + 1)}),
            at("tracks", "flavour", step),
            f"the effect choose-advanced gives at most {MOST_CHOSEN} choices",
        )
        for step in ("experimental", "annual")
    },
    "a side with seven effects": (
        with_("spaces", "rail-freight", sides=[side(*[effect("money", amount=1)] * (MOST_EFFECTS + 1))]),
        at("spaces", "rail-freight", "sides.mine.effects"),
        f"at most {MOST_EFFECTS} items",
    ),
    **{
        f"seven {field} of {name}": (
            with_(part, name, **{field: [effect(kind, amount=1)] * (MOST_EFFECTS + 1)}),
            at(part, name, field),
            f"at most {MOST_EFFECTS} items",
        )
        for part, name, field, kind in [
            ("tiles", "yeast-lab", "effects", "store"),
            ("tiles", "yeast-lab", "on_install", "money"),
            ("workers", SPARED, "effects", "store"),
        ]
    },
    "a lasting effect at the market": (
        with_("spaces", "rail-freight", sides=[side(effect("store", amount=1))]),
        "the file",
        "spaces: rail-freight: the effect store is not possible there",
    ),
    "points at the market": (
        with_("spaces", "rail-freight", sides=[side(effect("points-per-money", amount=1, per=1))]),
        "the file",
        "spaces: rail-freight: the effect points-per-money is not possible there",
    ),
    "a space that restocks what nobody can take": (
        with_("spaces", "rail-freight", restocks={"what": "malt", "amount": 1, "provenance": "inferred"}),
        "the file",
        "spaces: rail-freight: what a space restocks can be taken, and nothing else",
    ),
    "a space to be emptied that does not restock": (
        with_("spaces", "maltster", restocks=None),
        "the file",
        "spaces: maltster: what a space restocks can be taken, and nothing else",
    ),
    "a restock of nothing": (
        with_("spaces", "maltster", restocks={"what": "malt", "amount": 0, "provenance": "inferred"}),
        at("spaces", "maltster", "restocks.amount"),
        "greater than or equal to 1",
    ),
    "a restock of something else": (
        with_("spaces", "maltster", restocks={"what": "beer", "amount": 1, "provenance": "inferred"}),
        at("spaces", "maltster", "restocks.what"),
        "Input should be",
    ),
    "a space without sides": (
        with_("spaces", "rail-freight", sides=[]),
        at("spaces", "rail-freight", "sides"),
        "at least 1 item",
    ),
    "a side without effects": (
        with_("spaces", "rail-freight", sides=[side()]),
        at("spaces", "rail-freight", "sides.mine.effects"),
        "at least 1 item",
    ),
    "a space for six": (
        with_("spaces", "rail-freight", players=6),
        at("spaces", "rail-freight", "players"),
        "less than or equal to 5",
    ),
    **{
        f"a partnership that {what}": (
            with_("partnerships", "coffee-roaster", **fields),
            "the file",
            "partnerships: coffee-roaster asks less than $1, or gives nothing",
        )
        for what, fields in {
            "asks nothing": {"price": figure(0)},
            "asks too much": {"price": figure(100)},
            "gives nothing": {"gives": {"provenance": "inferred"}},
        }.items()
    },
}  # fmt: skip
