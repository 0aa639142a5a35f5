"""The `@oneOf` inputs of arguments that REST has as several members of a body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from taphouse.engine.game import Game
from taphouse.engine.vocabulary import constant, kebab, lower_first, pascal
from taphouse.schema.concepts.agreements import PROPOSED_UNDO_TEXT, ProposalAsked
from taphouse.schema.descriptions import described, documented
from taphouse.schema.failures import Refused
from taphouse.schema.graphql.derive import Types, builtins
from taphouse.schema.inputs import fault, place
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.values.agreements import AddedTime, ProposalKind
from taphouse.schema.values.bots import BotKind
from taphouse.schema.values.games import GameKind
from taphouse.schema.values.new_games import GameAsked
from taphouse.schema.values.seats import Opening, Replacement, Substitute

_Read = TypeVar("_Read", Replacement, AddedTime)


def add_choices(types: Types, games: Iterable[Game]) -> None:
    """Register the inputs that represent the types of such arguments."""
    options = {
        game.field: (
            types.input(game.about.options),
            f"{game.about.title}, with these options. `{{}}` means the defaults.",
        )
        for game in games
    }
    text = "The kind of game to create, with its options. Give exactly one field."
    types.represent_input(GameAsked, types.one_of(GameAsked.input_name, text, options))
    proposals: dict[str, tuple[Any, str]] = {
        "undo": (int, PROPOSED_UNDO_TEXT),
        "replacePlayer": (types.input(Replacement), ProposalKind.REPLACE_PLAYER.description),
        "addTime": (types.input(AddedTime), ProposalKind.ADD_TIME.description),
    }
    proposals |= {
        field: (bool, f"{kind.description} Always true.")
        for kind in ProposalKind
        if (field := lower_first(pascal(kind.value))) not in proposals
    }
    text = "A proposal. Give exactly one field."
    types.represent_input(ProposalAsked, types.one_of(ProposalAsked.input_name, text, proposals))
    substitutes = {
        "bot": (types.enum(BotKind), described(Substitute, "bot")),
        "open": (types.enum(Opening), described(Substitute, "open")),
    }
    types.represent_input(Substitute, types.one_of("SubstituteInput", documented(Substitute), substitutes))


def _game(given: Mapping[str, Any]) -> GameAsked:
    ((field, options),) = builtins(given).items()
    return GameAsked(_kind(field), options)


@cache
def _kind(field: str) -> GameKind:
    """The kind of game of a field of `GameInput`, of which there are few."""
    return GameKind(constant(kebab(field)))


def _proposal(given: Mapping[str, Any]) -> ProposalAsked:
    """The proposal in an input.

    Raises:
        Refused: a field that must be true is not, or no game has such a seat.
    """
    ((name, value),) = builtins(given).items()
    if name == "undo":
        return ProposalAsked(ProposalKind.UNDO, value)
    if name == "replacePlayer":
        return ProposalAsked(ProposalKind.REPLACE_PLAYER, replacement=_read(Replacement, value))
    if name == "addTime":
        return ProposalAsked(ProposalKind.ADD_TIME, time=_read(AddedTime, value))
    if value is not True:
        raise Refused(InputRefused(message=f"To propose this, give {name}: true.", argument="proposal"))
    return ProposalAsked(ProposalKind[constant(kebab(name))])


def _read(type_: type[_Read], given: Mapping[str, Any]) -> _Read:
    """A part of a proposal.

    Raises:
        Refused: no game has such a seat.
    """
    try:
        return msgspec.convert(given, type_)
    except msgspec.ValidationError as error:  # the bounds of integers are not in the types of GraphQL
        message = f"The proposal is not valid: {fault(error, type_, given)}."
        raise Refused(InputRefused(message=message, argument=place(error) or "proposal")) from None


READ: Mapping[Any, Callable[[Mapping[str, Any]], Any]] = {GameAsked: _game, ProposalAsked: _proposal}
"""The function from the value of an input to that of the argument, by the type of the argument."""
