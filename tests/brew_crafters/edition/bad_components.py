"""Faults of tiles, workers, research, the collaboration, and effects."""

from __future__ import annotations

from tests.brew_crafters.build import EDITION
from tests.brew_crafters.edition.changes import (
    FARM,
    IN_GAME,
    ONE_MALT,
    PLACE,
    SPARED,
    SPRING,
    at,
    effect,
    figure,
    remade,
    with_,
)

FIRST_GAME = next(worker.name for worker in EDITION.workers if worker.first_game)

OF_COMPONENTS: dict[str, tuple[bytes, str, str]] = {
    # tiles and workers
    **{
        f"{name} that costs {cost}": (
            with_(part, name, cost=figure(cost)),
            "the file",
            f"{name} costs {cost}; 0 to 99 are possible",
        )
        for part, name in (("tiles", "farm"), ("workers", SPARED))
        for cost in (-1, 100)
    },
    "a tile that does something at once": (
        with_("tiles", "yeast-lab", effects=[effect("take", ingredients=ONE_MALT)]),
        "the file",
        "yeast-lab: the effect take is not possible there",
    ),
    "a worker who does what a market space does": (
        with_("workers", SPARED, effects=[effect("shift")]),
        "the file",
        f"{SPARED}: the effect shift is not possible there",
    ),
    "a tile without effects": (
        with_("tiles", "yeast-lab", effects=[]),
        at("tiles", "yeast-lab", "effects"),
        "at least 1 item",
    ),
    "no copy of a tile": (
        remade(
            lambda table: (
                table["tiles"][PLACE["tiles", "yeast-lab"]].update(count=figure(0)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value - 1),
            )
        ),
        "the file",
        "tiles: there are 0 of yeast-lab; 1 to 9 are possible",
    ),
    "ten copies of a tile": (
        remade(
            lambda table: (
                table["tiles"][PLACE["tiles", "yeast-lab"]].update(count=figure(10)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value + 9),
            )
        ),
        "the file",
        "tiles: there are 10 of yeast-lab; 1 to 9 are possible",
    ),
    "a lasting effect on install": (
        with_("tiles", "yeast-lab", on_install=[effect("store", amount=1)]),
        "the file",
        "tiles: yeast-lab: the effect store is not possible there",
    ),
    "a worker hired on install": (
        with_("tiles", "yeast-lab", on_install=[effect("worker")]),
        "the file",
        "tiles: yeast-lab: the effect worker is not possible there",
    ),
    "a second Brewpub": (
        remade(
            lambda table: (
                table["tiles"][PLACE["tiles", "brewpub"]].update(count=figure(2)),
                table["totals"]["tiles"].update(value=EDITION.totals.tiles.value + 1),
            )
        ),
        "the file",
        "a player could have the effect brewpub twice",
    ),
    "a worker with a Farm": (
        with_("workers", SPARED, effects=[FARM]),
        "the file",
        "a player could have the effect farm twice",
    ),
    "a second step twice": (
        with_("workers", SPARED, effects=[effect("second-step", amount=1)]),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a second step of a tile": (
        with_("tiles", "yeast-lab", effects=[effect("second-step", amount=3)]),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a second step by research": (
        with_("tracks", "business", breakthrough=effect("second-step", amount=2)),
        "the file",
        "a player could have the effect second-step twice",
    ),
    "a Brewpub by research": (
        with_("tracks", "business", breakthrough=effect("brewpub")),
        "the file",
        "a player could have the effect brewpub twice",
    ),
    "too few workers for the first game": (
        with_("workers", FIRST_GAME, first_game=False),
        "the file",
        f"workers: the first game needs {IN_GAME}",
    ),
    "too many workers for the first game": (
        with_("workers", SPARED, first_game=True),
        "the file",
        f"workers: the first game needs {IN_GAME}",
    ),
    "a worker of the first game who is not for two": (
        with_("workers", FIRST_GAME, min_players=4),
        "the file",
        f"workers: there are too few for 2 players; {IN_GAME} are needed",
    ),
    "a worker for six": (
        with_("workers", SPARED, min_players=6),
        at("workers", SPARED, "min_players"),
        "less than or equal to 5",
    ),
    # research
    **{
        f"a bad {step} step": (
            with_("tracks", "business", **{step: bad}),
            "the file",
            f"tracks: business: the effect {bad['effect']} is not possible there",
        )
        for step, bad in {
            "experimental": effect("store", amount=1),
            "annual": effect("points-per-money", amount=1, per=2),
            "breakthrough": effect("points-per-money", amount=1, per=2),
            "game_end": effect("store", amount=1),
        }.items()
    },
    "a breakthrough at once": (
        with_("tracks", "business", breakthrough=effect("money", amount=1)),
        "the file",
        "tracks: business: the effect money is not possible there",
    ),
    "a track without a step": (
        with_("tracks", "business", annual=None),
        at("tracks", "business", "annual"),
        "Field required",
    ),
    # collaboration
    "a portion of nothing": (
        with_("portions", "hops", ingredients={}),
        "the file",
        "portions: hops takes ingredients, or a number of advanced ones of a kind",
    ),
    "a portion of too much": (
        with_("portions", "hops", ingredients={"hops": 25}),
        "the file",
        "portions: hops takes 25 ingredients; 24 are the most",
    ),
    "more added hops than can be listed": (
        with_("tiles", "hops-infuser", effects=[effect("infuse", amount=99)] * 2),
        "the file",
        "the recipes and the amounts of infuse make 3990 brews possible; 2000 are the most",
    ),
    "a portion of both": (
        with_("portions", "hops", advanced=1),
        "the file",
        "portions: hops takes ingredients, or a number of advanced ones of a kind",
    ),
    **{
        f"a portion that pays {what} of {value}": (
            with_("portions", "hops", **{what: figure(value)}),
            "the file",
            "portions: hops pays less than nothing, or more than 99",
        )
        for what in ("points", "money")
        for value in (-1, 100)
    },
    "one portion alone": (remade(lambda table: table.update(portions=table["portions"][:1])), "portions", "at least 2"),
    # effects and their parameters
    **{
        f"{name} without {missing}": (
            with_("workers", SPARED, effects=[effect(name, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} needs {missing}",
        )
        for name, given, missing in [
            ("store", {}, "amount"),
            ("second-step", {}, "amount"),
            ("take-at-start", {"seasons": SPRING}, "ingredients"),
            ("take-at-start", {"ingredients": ONE_MALT}, "seasons"),
            ("choose-at-start", {"seasons": SPRING}, "amount"),
            ("choose-at-start", {"amount": 1}, "seasons"),
            ("market-action", {}, "seasons"),
            ("more-from-market", {}, "ingredients"),
            ("points-per-label", {"amount": 1}, "per"),
            ("points-per-label", {"per": 1}, "amount"),
        ]
    },
    **{
        f"{name} with {extra}": (
            with_("workers", SPARED, effects=[effect(name, **given)]),
            at("workers", SPARED, "effects.1"),
            f"the effect {name} takes no {extra}",
        )
        for name, given, extra in [
            ("market-action", {"seasons": SPRING, "amount": 1}, "amount"),
            ("store", {"amount": 1, "per": 2}, "per"),
            ("store", {"amount": 1, "most": 2}, "most"),
            ("store", {"amount": 1, "ingredients": ONE_MALT}, "ingredients"),
            ("costs-less", {"amount": 1, "seasons": SPRING}, "seasons"),
            ("points-per-label", {"amount": 1, "per": 1, "ingredients": ONE_MALT}, "ingredients"),
        ]
    },
    "no ingredients where some are named": (
        with_("workers", SPARED, effects=[effect("more-from-market", ingredients={"malt": 0})]),
        at("workers", SPARED, "effects.1"),
        "the effect more-from-market names no ingredients",
    ),
    "no season where some are named": (
        with_("workers", SPARED, effects=[effect("market-action", seasons=[])]),
        at("workers", SPARED, "effects.1.seasons"),
        "at least 1 item",
    ),
    "an unknown season": (
        with_("workers", SPARED, effects=[effect("market-action", seasons=["autumn"])]),
        at("workers", SPARED, "effects.1.seasons.1"),
        "Input should be",
    ),
    "an unknown effect": (
        with_("workers", SPARED, effects=[effect("dance", amount=1)]),
        at("workers", SPARED, "effects.1.effect"),
        "Input should be",
    ),
    "the second effect is bad": (
        with_("workers", SPARED, effects=[effect("store", amount=1), effect("store")]),
        at("workers", SPARED, "effects.2"),
        "the effect store needs amount",
    ),
    "an effect without provenance": (
        with_("workers", SPARED, effects=[{"effect": "store", "amount": 1}]),
        at("workers", SPARED, "effects.1.provenance"),
        "Field required",
    ),
    **{
        f"a {parameter} of {value}": (
            with_("workers", SPARED, effects=[effect("points-per-batches", **{"amount": 1, "per": 1, parameter: value})]),
            at("workers", SPARED, f"effects.1.{parameter}"),
            reason,
        )
        for parameter in ("amount", "per", "most")
        for value, reason in ((0, "greater than or equal to 1"), (100, "less than or equal to 99"), (True, "integer"))
    },
}  # fmt: skip
