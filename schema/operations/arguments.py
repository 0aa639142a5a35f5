"""Arguments that several operations have."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.contract import Seat
from taphouse.schema.inputs import (
    BEFORE_TEXT,
    KEY_TEXT,
    LONGEST_WAIT,
    MOST_GAMES,
    MOST_LISTED,
    PLACE_TEXT,
    SINCE_TEXT,
    Cursor,
    GameId,
    Place,
)
from taphouse.schema.operations.declaration import ArgumentForm
from taphouse.schema.values.clocks import Pace
from taphouse.schema.values.games import GameKind, MoveInputObject, Visibility
from taphouse.schema.values.versions import GivenTime

MOST_VERSION = 10**15 - 1
"""The highest version that a client can ask for."""
MOST_SEATS = 16
"""The most open seats that a client can ask for."""

GameOf = Annotated[GameId, ArgumentForm("gameId", "id", id=True)]
ShownGame = Annotated[GameId, ArgumentForm("id", "id", id=True)]
Expected = Annotated[
    int | None,
    Meta(
        description="The version that you expect the game to be at. If it has changed, the request is refused with the entries "
        "since. Optional, because a decision stays the same until its seat has made it."
    ),
    ArgumentForm("expectedVersion"),
]
Key = Annotated[str | None, Meta(description=KEY_TEXT), ArgumentForm("idempotencyKey")]
SeatNumber = Annotated[Seat, Meta(description="The seat, counted from 1.")]
Kind = Annotated[GameKind, Meta(extra_json_schema={"$ref": "GameKind"})]
Kinds = Annotated[
    tuple[Kind, ...] | None,
    Meta(
        description="The kinds of games to include, such as `DANK_AND_DRAFT`. Without it, all.",
        extra_json_schema={"minItems": 1},
    ),
]
OnlyPeople = Annotated[bool, Meta(description="True to list only games for people, which programs cannot join.")]
OnlyRated = Annotated[
    bool | None, Meta(description="True to list only rated games, false to list only others. Without it, both.")
]
OnlyFriends = Annotated[
    bool,
    Meta(
        description="True to list only games in which a friend sits: a player with a profile whom your account has marked as "
        "`FRIEND`. It needs the token of your login."
    ),
]
OfLanguage = Annotated[
    str | None, Meta(description="The `language` of the games to list, such as `de`. Without it, all.")
]
OfPace = Annotated[Pace | None, Meta(description="The pace of the games to list. Without it, all.")]
FreeSeats = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_SEATS,
        description="The least number of open seats of the games to list, for friends who join together.",
    ),
    ArgumentForm(clamped=True),
]
Since = Annotated[GivenTime | None, Meta(description=SINCE_TEXT)]
Before = Annotated[GivenTime | None, Meta(description=BEFORE_TEXT)]
FindableBy = Annotated[Visibility, Meta(description="The clients that can find the game.")]
At = Annotated[
    Annotated[int, Meta(ge=1, le=MOST_VERSION)] | None,
    Meta(description="A version of the game. Without it, the newest is used."),
]
First = Annotated[
    int,
    Meta(ge=1, le=MOST_LISTED, description=f"The most items to return, 1 to {MOST_LISTED}."),
    ArgumentForm(clamped=True),
]
FirstGames = Annotated[
    int,
    Meta(ge=1, le=MOST_GAMES, description=f"The most items to return, 1 to {MOST_GAMES}."),
    ArgumentForm(clamped=True),
]
After = Annotated[
    Cursor | None,
    Meta(description="A cursor. Lists the items after it."),
    ArgumentForm(text="The `next` of the previous page."),
]
AfterVersion = Annotated[
    int,
    Meta(ge=0, le=MOST_VERSION, description="List the entries after this version. 0 lists all."),
    ArgumentForm(clamped=True),
]
AfterPlace = Annotated[Place | None, Meta(description=PLACE_TEXT)]
Wait = Annotated[
    int,
    Meta(
        ge=0,
        le=LONGEST_WAIT,
        description=f"The most seconds to wait for an entry if there is none yet, 0 to {LONGEST_WAIT}.",
    ),
    ArgumentForm(clamped=True),
]
MoveInput = Annotated[MoveInputObject, Meta(extra_json_schema={"$ref": "MoveInput"})]
