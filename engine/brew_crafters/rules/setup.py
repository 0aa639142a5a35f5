"""The set-up of a game (BC-01 to BC-07), and the names that its options may have."""

from __future__ import annotations

from taphouse.engine.brew_crafters.box import Box
from taphouse.engine.brew_crafters.cards import STYLES, Stock
from taphouse.engine.brew_crafters.edition import BrewCraftersEdition
from taphouse.engine.brew_crafters.moves import BrewCraftersOptions, Phase, Selection
from taphouse.engine.brew_crafters.state import WINTER, Beginning, BrewCraftersState, Brewer
from taphouse.engine.chance import Chance, settled
from taphouse.engine.contract import Refusal
from taphouse.engine.first_seat import starting_seat, why_not_first_seat


class Setup:
    """The set-up under one edition."""

    def __init__(self, edition: BrewCraftersEdition, box: Box) -> None:
        figures = edition.figures
        self.box = box
        self._money = figures.starting_money_first.value, figures.starting_money_others.value
        self._stock: Stock = (figures.starting_malt.value, figures.starting_hops.value, 0, 0, 0, 0)
        self._per_style = figures.advanced_per_style.value
        self._workers = figures.skilled_workers.value

    def why_not(self, options: BrewCraftersOptions, seats: int) -> Refusal | None:
        """BC-04, BC-05: named recipes and workers must exist, and be as many as are in play. BC-07: so must the first seat."""
        return (
            self._why_not_these_recipes(options.named_recipes)
            or self._why_not_these_workers(options.named_workers, seats)
            or why_not_first_seat(options.first_seat, seats, "BC-07")
        )

    def _why_not_these_recipes(self, names: tuple[str, ...] | None) -> Refusal | None:
        if names is None:
            return None
        advanced = {beer.name: beer for beer in self.box.beers if beer.advanced}
        for name in names:
            if name not in advanced:
                return Refusal("BC-04", f"There is no advanced recipe {name}; there are {', '.join(advanced)}.")
        if twice := _twice(names):
            return Refusal("BC-04", f"{twice} is named twice.")
        for i, style in enumerate(STYLES):
            of_style = [name for name in names if advanced[name].style == i]
            if len(of_style) != self._per_style:
                number = f"{self._per_style} different advanced recipes of each style"
                return Refusal("BC-04", f"Name {number}; of the style {style} there are {len(of_style)} here.")
        return None

    def _why_not_these_workers(self, names: tuple[str, ...] | None, seats: int) -> Refusal | None:
        if names is None:
            return None
        there = {self.box.workers[worker].name: worker for worker in self._workers_for(seats)}
        for name in names:
            if name not in there:
                return Refusal(
                    "BC-05", f"There is no skilled worker {name} for {seats} players; there are {', '.join(there)}."
                )
        if twice := _twice(names):
            return Refusal("BC-05", f"{twice} is named twice.")
        if len(names) != self._workers:
            return Refusal("BC-05", f"Name {self._workers} different skilled workers, not {len(names)}.")
        return None

    def position(self, options: BrewCraftersOptions, seats: int, chance: Chance) -> BrewCraftersState:
        """The position before the first season begins.

        Raises:
            ValueError: a draw is needed, and the chance is blind.
        """
        box = self.box
        first = starting_seat(options.first_seat, seats, 0, chance)
        return BrewCraftersState(
            options=options,
            year=0,
            season=WINTER,
            phase=Phase.RESTOCK.name,
            first=first,
            recipes=self._recipes_in_play(options, chance),
            lying=(0,) * len(box.spaces[seats]),
            taken=(0,) * len(box.spaces[seats]),
            workers=self._workers_in_play(options, seats, chance),
            partnerships=tuple(i for i, one in enumerate(box.partnerships) if one.players <= seats),
            portions=(0,) * len(box.portions) if seats > 2 else (),
            labels=(0,) * len(box.beers),
            brewers=tuple(self._brewer(seat == first) for seat in range(1, seats + 1)),
            pending=(Beginning(),),
        )

    def _brewer(self, first: bool) -> Brewer:
        """BC-03, BC-07: what a player starts with."""
        nothing = (0,) * len(self.box.beers)
        return Brewer(
            stock=self._stock,
            money=self._money[not first],
            loans=0,
            shifts=1,
            tanks=(),
            bottled=(),
            pub=(),
            shipped=(),
            brewed=nothing,
            beer=0,
            bonus=0,
            tiles=(),
            workers=(),
            partnerships=(),
            steps=(0,) * len(self.box.tracks),
            planted=-1,
            supplied=False,
        )

    def _recipes_in_play(self, options: BrewCraftersOptions, chance: Chance) -> tuple[int, ...]:
        """BC-04."""
        chosen = list(self.box.basic)
        if options.named_recipes is not None:
            chosen += [self.box.beer_code[name] for name in options.named_recipes]
        elif options.recipes is Selection.FIRST_GAME:
            chosen += [i for i, beer in enumerate(self.box.beers) if beer.first_game]
        else:
            for style in range(len(STYLES)):
                there = [i for i, beer in enumerate(self.box.beers) if beer.advanced and beer.style == style]
                chosen += _some(there, 1 + style, self._per_style, chance)
        return tuple(sorted(chosen))

    def _workers_for(self, seats: int) -> list[int]:
        return [i for i, worker in enumerate(self.box.workers) if worker.players <= seats]

    def _workers_in_play(self, options: BrewCraftersOptions, seats: int, chance: Chance) -> tuple[int, ...]:
        """BC-05."""
        if options.named_workers is not None:
            return tuple(sorted(self.box.worker_code[name] for name in options.named_workers))
        if options.workers is Selection.FIRST_GAME:
            return tuple(i for i, worker in enumerate(self.box.workers) if worker.first_game)
        return _some(self._workers_for(seats), 1 + len(STYLES), self._workers, chance)


def _some(there: list[int], draw: int, number: int, chance: Chance) -> tuple[int, ...]:
    """A number of these, by a draw."""
    return tuple(there[i] for i in settled(chance.pick(draw, len(there), number)))


def _twice(names: tuple[str, ...]) -> str:
    """The first of these names that comes again, or nothing."""
    return next((name for i, name in enumerate(names) if name in names[:i]), "")
