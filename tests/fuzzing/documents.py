"""Documents that schemathesis generates for GraphQL, repaired and furnished: it knows neither `@oneOf` nor any game."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLSchema,
    GraphQLString,
    InlineFragmentNode,
    ListValueNode,
    NameNode,
    NullValueNode,
    ObjectFieldNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValueNode,
    ast_from_value,
    get_named_type,
    is_abstract_type,
)

from tests.fuzzing.prepared import RUNNING, WAITING, Games, Prepared

NULL = NullValueNode()
TYPENAME = FieldNode(name=NameNode(value="__typename"))
UNKNOWN_GAME = "a" * 24
KEYS = ("a-key-that-is-used-again", "another-key-that-is-used-again")
SEATS = (
    [{"kind": "MINE"}, {"kind": "MINE"}],
    [{"kind": "MINE", "name": "Ada"}, {"kind": "OPEN"}],
    [{"kind": "OPEN"}, {"kind": "OPEN"}],
    [{"kind": "MINE"}, {"kind": "MINE"}, {"kind": "MINE"}],
    [{"kind": "MINE"}, {"kind": "BOT", "bot": "RANDOM"}],
)
AGREEING = {"undo", "propose", "acceptProposal", "declineProposal", "withdrawProposal"}
WAITED = {
    *("joinGame", "openSeat", "closeSeat", "createInvite", "revokeInvites"),
    *("nameSeat", "chooseFirstSeat", "startGame", "leaveSeat", "takeHost"),
}
"""Operations for games that wait."""
SPENDING = {*WAITED, "resign", "abandon", "reissueToken", "replacePlayer"}
"""Operations that need a game of their own: the others would soon be over."""


class Furnisher:
    """Makes one generated document meaningful, by chance; some arguments stay as they were generated.

    Args:
        schema: what the document was generated for; it knows which inputs are `@oneOf`.
        games: what there is to play with.
        rng: decides.
    """

    def __init__(self, schema: GraphQLSchema, games: Games, rng: random.Random) -> None:
        self._schema, self._games, self._rng = schema, games, rng
        self._game: Prepared = rng.choice(games.all)

    def document(self, document: DocumentNode) -> DocumentNode:
        """The document, furnished."""
        (operation,) = document.definitions
        assert isinstance(operation, OperationDefinitionNode)
        root = self._schema.get_root_type(operation.operation)
        assert root is not None
        selected = self._selections(root, operation.selection_set)
        return dataclasses.replace(document, definitions=(dataclasses.replace(operation, selection_set=selected),))

    def _selections(self, type_: GraphQLNamedType, chosen: SelectionSetNode) -> SelectionSetNode:
        made: list[Any] = [TYPENAME] if is_abstract_type(type_) else []
        for node in chosen.selections:
            if isinstance(node, InlineFragmentNode):
                assert node.type_condition is not None
                on = self._fitting(node.type_condition.name.value, node.selection_set)
                condition = dataclasses.replace(node.type_condition, name=NameNode(value=on.name))
                selected = self._selections(on, node.selection_set)
                made.append(dataclasses.replace(node, type_condition=condition, selection_set=selected))
            elif isinstance(node, FieldNode):
                made.append(self._field(type_, node))
        return dataclasses.replace(chosen, selections=tuple(made))

    def _fitting(self, name: str, chosen: SelectionSetNode) -> Any:
        """The type of the game that is asked for, in place of another game's if only fields of all games are chosen."""
        games = self._schema.type_map["Game"]
        assert isinstance(games, GraphQLInterfaceType)
        given = self._schema.type_map[name]
        own = self._schema.type_map[f"{self._game.field[0].upper()}{self._game.field[1:]}Game"]
        simple = all(isinstance(one, FieldNode) and one.selection_set is None for one in chosen.selections)
        return own if simple and given in self._schema.get_possible_types(games) else given

    def _field(self, type_: Any, node: FieldNode) -> FieldNode:
        name = node.name.value
        if name == "__typename":
            return node
        field = type_.fields[name]
        if type_ is self._schema.mutation_type or (type_ is self._schema.query_type and name != "catalogue"):
            self._game = self._game_for(name)
        arguments = tuple(
            dataclasses.replace(one, value=self._argument(name, one, field.args[one.name.value].type))
            for one in node.arguments
        )
        if type_ is self._schema.mutation_type:
            arguments = self._legal_arguments(name, arguments, field.args)
        selected = node.selection_set and self._selections(get_named_type(field.type), node.selection_set)
        return dataclasses.replace(node, arguments=arguments, selection_set=selected)

    def _game_for(self, field: str) -> Prepared:
        games = self._games
        if field in AGREEING:
            return self._rng.choice(games.to_agree)
        if field in SPENDING:
            waits = field in WAITED
            return self._rng.choice([game for game in games.to_spend if (game.state == WAITING) is waits])
        own = [game for game in games.all if field.startswith(game.field)]
        among = own if own and self._rng.random() < 0.9 else list(games.all)
        runs = [game for game in among if game.state == RUNNING]
        return self._rng.choice(runs if self._rng.random() < 0.7 else among)

    def _argument(self, field: str, argument: ArgumentNode, type_: GraphQLInputType) -> ValueNode:
        """The value of an argument: often a sensible one, else as it was generated, but for `@oneOf`."""
        rng, game, luck = self._rng, self._game, self._rng.random()
        made: Any = None
        match argument.name.value:
            case "id" | "gameId" if luck < 0.95:
                made = game.id if luck < 0.92 else UNKNOWN_GAME
            case "expectedVersion" | "idempotencyKey" | "edition" | "at" | "invite" if luck < 0.8:
                return NULL
            case "showName" if luck < 0.8:  # of an account, which few have
                made = False
            case "expectedVersion" if luck < 0.95:
                made = rng.choice([game.version, game.version, game.version + 1, game.version - 1])
            case "idempotencyKey" if luck < 0.97:
                made = rng.choice([*KEYS, f"{rng.getrandbits(128):032x}"])
            case "after" if 0.7 < luck < 0.95 and get_named_type(type_) is GraphQLString:
                made = "no-cursor"
            case "at" | "after" if luck < 0.95:
                made = rng.randint(0, game.version + 1)
            case "first" if luck < 0.9:
                made = rng.randint(0, 40)
            case "proposalId" if luck < 0.8:
                made = f"{game.id}-{game.version + rng.randint(1, 4)}"
            case "to" if luck < 0.5:
                return NULL
            case "seatTokens" if luck < 0.8:
                made = list(game.seats)
            case "record" | "position" if luck < 0.5:
                made = rng.choice(self._games.records)
            case "position":
                return NULL
            case "seats" if luck < 0.8:
                made = rng.choice(SEATS)
            case "seat" if luck < 0.7:
                made = rng.choice([1, 2])
            case "name" | "brewery" if luck < 0.7:
                made = "Ada"
            case "moves" if luck < 0.7 and game.legal:
                made = [self._move() for _ in range(1 if luck < 0.55 else 2)]
            case "move" if luck < 0.7 and game.legal:
                made = self._move()
            case _:
                return self._valid(argument.value, type_)
        value = ast_from_value(made, type_)
        return NULL if value is None else value

    def _move(self) -> Any:
        """A move that was legal in the game, in notation or typed."""
        legal = self._rng.choice(self._game.legal)
        return self._rng.choice([{"notation": legal.notation}, legal.input])

    def _legal_arguments(
        self, field: str, arguments: tuple[ArgumentNode, ...], types: dict[str, Any]
    ) -> tuple[ArgumentNode, ...]:
        """The arguments of a mutation of one type of move, often those of a move that was legal."""
        verb = field.removeprefix(self._game.field)
        name = verb[:1].lower() + verb[1:]
        typed = [one.input[self._game.field] for one in self._game.legal]
        legal = [move[name] for move in typed if name in move]
        if not field.startswith(self._game.field) or not legal or self._rng.random() < 0.4:
            return arguments
        given = self._rng.choice(legal)
        if given is True:
            return arguments
        values = {one: ast_from_value(value, types[one].type) or NULL for one, value in given.items()}
        return tuple(dataclasses.replace(one, value=values.get(one.name.value, one.value)) for one in arguments)

    def _valid(self, value: ValueNode, type_: GraphQLInputType) -> ValueNode:
        """The value, with exactly one field in each `@oneOf` input in it."""
        if isinstance(type_, GraphQLNonNull):
            type_ = type_.of_type
        if isinstance(type_, GraphQLList) and isinstance(value, ListValueNode):
            values = tuple(self._valid(one, type_.of_type) for one in value.values)
            return dataclasses.replace(value, values=values)
        if not isinstance(type_, GraphQLInputObjectType) or not isinstance(value, ObjectValueNode):
            return value
        fields = [
            dataclasses.replace(one, value=self._valid(one.value, type_.fields[one.name.value].type))
            for one in value.fields
        ]
        if type_.is_one_of:
            given = [one for one in fields if not isinstance(one.value, NullValueNode)]
            fields = [self._rng.choice(given) if given else self._one_field(type_)]
        return dataclasses.replace(value, fields=tuple(fields))

    def _one_field(self, type_: GraphQLInputObjectType) -> ObjectFieldNode:
        name = self._rng.choice(list(type_.fields))
        return ObjectFieldNode(name=NameNode(value=name), value=_least(type_.fields[name].type, self._rng))


def _least(type_: GraphQLInputType, rng: random.Random) -> ValueNode:
    """The least value of a type that is not null."""
    if isinstance(type_, GraphQLNonNull):
        return _least(type_.of_type, rng)
    if isinstance(type_, GraphQLList):
        return ListValueNode(values=())
    if isinstance(type_, GraphQLInputObjectType):
        names = (
            [rng.choice(list(type_.fields))]
            if type_.is_one_of
            else [name for name, field in type_.fields.items() if isinstance(field.type, GraphQLNonNull)]
        )
        fields = [ObjectFieldNode(name=NameNode(value=n), value=_least(type_.fields[n].type, rng)) for n in names]
        return ObjectValueNode(fields=tuple(fields))
    made = (
        next(iter(type_.values))
        if isinstance(type_, GraphQLEnumType)
        else {"Int": 1, "Boolean": True}.get(type_.name, "a")
    )
    value = ast_from_value(made, type_)
    assert value is not None
    return value
