"""The bounds of client input, and messages about invalid input.

Use cases enforce the bounds; the SDL and the OpenAPI document publish them. They are declared as `extra_json_schema`, which
msgspec publishes but does not validate. So a value out of bounds is refused by the use case, with the same message over GraphQL
and REST.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, inspect

from taphouse.engine.editions import MOST_SLUG, SLUG

GAME_ID = "[a-z2-7]{24}"
"""A game's id, as a regular expression."""
GAME_ID_TEXT = "The game's id: 24 characters, letters a-z and digits 2-7."
KEY = "[A-Za-z0-9_-]{22,64}"
"""An idempotency key, as a regular expression."""
KEY_TEXT = (
    "An idempotency key of your choice: 22 to 64 random letters, digits, - or _, such as a UUID. A request that is repeated "
    "with the same key gets the first response again and changes nothing. If the response holds tokens, keep the key secret."
)
FIELDS_TEXT = "The members that you want of the game, such as `version` and `table`. Without it, all."
CURSOR = "[A-Za-z0-9_-]{1,64}"
"""A cursor of a list of games, as a regular expression."""
MOST_NAMED = 24
"""The most games that the cursor of an account's events names."""
MARK = "[0-9]{1,15}(?:-[0-9a-f]{8})?"
"""A version, perhaps with its epoch, as a regular expression."""
PLACE = rf"[0-9]{{13}}(?:\.[a-z2-7]{{10}}-[0-9]{{1,15}}){{0,{MOST_NAMED}}}"
"""The cursor of an account's events, as a regular expression."""
TALK_CURSOR = "t[0-9]{1,15}(?:-[0-9a-f]{8})?"
"""The place of a line in a room, with its epoch, as a regular expression."""
FEED_CURSOR = "f[0-9]{1,15}(?:-[0-9a-f]{8})?"
"""The place of an event in the feed of all games, with its epoch, as a regular expression."""
EPOCH_TEXT = (
    "The epoch of the version `after`, as its entry or page has it. If that version was lost with a server of the store, the "
    "answer is `VersionNotFound`. Without an epoch, nothing shows that another one was made in its place."
)
PLACE_TEXT = (
    "The `cursor` of an event: send what has changed since. Without it, send every game that has not ended, and the 100 that "
    "ended last within a day."
)
ENTITY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
"""An HTTP entity tag (RFC 9110, section 8.8.3), as a regular expression."""
IF_MATCH = rf"\*|(?:[ \t,]|{ENTITY_TAG})*"
"""The value of `If-Match`: `*` or a list of entity tags, in which elements can be empty (RFC 9110, section 5.6.1)."""
MOST_NAME = 40
"""The most characters of a player's name, as readers count them."""
MOST_CODE_POINTS = 160
"""The most code points of a player's name: a family in one emoji has seven."""
NAME_TEXT = f"1 to {MOST_NAME} visible characters and emoji, at most {MOST_CODE_POINTS} code points, with no space at either end"
DISPLAY_NAME_TEXT = (
    "Your display name, from your login. Others see it only where you show it (`showName`). Null if your login gives none that "
    "a seat could have."
)
SHOW_NAME_TEXT = (
    "True if everyone may see the display name of your account at your seat. It comes from your login. A name that you give "
    "goes before it."
)
BREWERY_TEXT = f"The name of the player's brewery, visible to everyone. No rule uses it. {NAME_TEXT}."
KEPT_NAME_TEXT = "An empty text removes the name; without it, the name stays as it is."
MOST_SEED = 200
"""The most characters of a seed."""
SEED_TEXT = (
    f"A seed of 1 to {MOST_SEED} characters. It makes the game reproducible, and the game is marked as `seeded`."
)
MOST_RECORD = 240_000
"""The most characters of a record, so that it fits in a body. The longest games have 140,000, those of bots a tenth of that."""
RECORD_TEXT = (
    f"A record as `record` returns it, as text or as a line of JSON Lines: 1 to {MOST_RECORD} characters. It needs the seed or "
    "all draws."
)
POSITION_TEXT = (
    "The beginning of a record, with the result `unfinished`: the game begins from its last position. What no seat knows there "
    "is drawn anew. `game` names the kind of the record, with the defaults or the same options, and `seats` has as many seats."
)
FORK_AT_TEXT = "The version of the position. Without it, the newest."
FORK_SEATS_TEXT = (
    "The seats of the new game, as many as the position has. Without them, all seats are yours, except those of bots."
)
SEAT_TOKENS_TEXT = "Tokens of seats, to fork a game that is not over. At most 16."
MOST_MOVES = 64
"""The most moves in one request."""
MOST_LISTED = 500
"""The most items on a page."""
MOST_GAMES = 50
"""The most games on a page."""
LONGEST_WAIT = 25
"""The most seconds that a long poll waits."""
START_OPTION_TEXT = "The condition for the start of the game."
POWERS_TEXT = "The powers of the host after the start. If left out: AGREED if a seat is of kind OPEN, else FULL."
UNDO_OPTION_TEXT = "The conditions for taking moves back."
UNTIL_TEXT = "The time when the new token expires, with a UTC offset. In the future, before the year 10000."
SINCE_TEXT = "List only games that ended at this time or later, with a UTC offset."
BEFORE_TEXT = "List only games that ended before this time, with a UTC offset."
MOST_DELAY = 200
"""The most versions by which spectators see a game later."""
MOST_DELAY_MINUTES = 60
"""The most minutes by which spectators see a game later."""
DELAY_TEXT = (
    f"The versions by which viewers without a seat see the game later while it runs, 0 to {MOST_DELAY}. They see all of it once "
    "it is over."
)
DELAY_MINUTES_TEXT = (
    f"The minutes by which viewers without a seat see the game later while it runs, 0 to {MOST_DELAY_MINUTES}, and up to one "
    "minute more. With `spectatorDelay` too, the longer delay counts."
)
INVITE_TEXT = "An invite from the host, as `createInvite` returns it. It takes its seat, also if that is closed."
INVITED_UNTIL_TEXT = (
    "The time when the invite expires, with a UTC offset. In the future, before the year 10000. Without it, in seven "
    "days."
)
EDITION_TEXT = "The name of an edition in the catalogue. Without it, the default edition is used."

GameId = Annotated[str, Meta(description=GAME_ID_TEXT, extra_json_schema={"pattern": f"^{GAME_ID}$"})]
Version = Annotated[int, Meta(extra_json_schema={"minimum": 1})]
"""A version of a game. Use cases refuse those that it does not have."""
Name = Annotated[
    str, Meta(extra_json_schema={"pattern": r"^\S(.*\S)?$", "minLength": 1, "maxLength": MOST_CODE_POINTS})
]
"""A player's name. The pattern cannot express which Unicode characters are visible; the use case checks that."""
NewName = Annotated[str, Meta(extra_json_schema={"pattern": r"^(\S(.*\S)?)?$", "maxLength": MOST_CODE_POINTS})]
"""A name, or an empty text to remove one."""
Seed = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MOST_SEED})]
RecordText = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MOST_RECORD})]
EditionName = Annotated[str, Meta(extra_json_schema={"pattern": SLUG, "maxLength": MOST_SLUG})]
Cursor = Annotated[str, Meta(extra_json_schema={"pattern": f"^{CURSOR}$"})]
Place = Annotated[str, Meta(extra_json_schema={"pattern": f"^{PLACE}$"})]
"""The cursor of an account's events."""

_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_STEPS = re.compile(r"[^.\[\]]+")
_LONGEST = 200
"""The most characters of a msgspec message, which quotes client input."""


MOST_MESSAGE = 1000
"""The most characters of a message that may quote what a client sent."""
_LONG_WORD = re.compile(r"(\S{80})\S+")


def quoted_briefly(message: str) -> str:
    """A message that may quote what a client sent, with long words and the whole cut to a sane length."""
    if len(message) <= 80:
        return message
    cut = _LONG_WORD.sub(r"\1...", message)
    return cut if len(cut) <= MOST_MESSAGE else cut[:MOST_MESSAGE] + "..."


def place(error: msgspec.ValidationError) -> str:
    """The path of the invalid value, such as `seats[0].kind`. Empty if it is the whole value."""
    found = _PLACE.search(str(error))
    return quoted_briefly(found[1]) if found else ""


def fault(error: msgspec.ValidationError, type_: Any, value: Any) -> str:
    """A message that says what is wrong with a value, without a full stop.

    Args:
        error: the error from msgspec.
        type_: the expected type.
        value: the value that the client sent, as builtin types.
    """
    choices = list(dict.fromkeys(_choices(_inspected(type_), value, _STEPS.findall(place(error)))))
    return str(error)[:_LONGEST] + (f"; choose {' or '.join(choices)}" if choices else "")


@cache
def _inspected(type_: Any) -> inspect.Type:
    """The structure of a type. Cached, because inspecting a type takes longer than decoding a request of it."""
    return inspect.type_info(type_)


def _choices(info: inspect.Type, value: Any, steps: Sequence[str]) -> list[str]:
    """The valid values at a path in a value of a type: the members of an enum, or the tags of a union."""
    match info:
        case inspect.Metadata(type=inner):
            return _choices(inner, value, steps)
        case inspect.UnionType(types=types):
            return [choice for member in types for choice in _choices(member, value, steps)]
        case inspect.EnumType(cls=words) if not steps:
            return [*words.__members__]
        case inspect.VarTupleType(item_type=item) if steps and isinstance(value, list):
            # msgspec quotes unknown members verbatim, and one of them may look like a path.
            element = {str(number): element for number, element in enumerate(value)}.get(steps[0])
            return _choices(item, element, steps[1:])
        case inspect.StructType(tag_field=tag) if steps and isinstance(value, dict):
            if steps == [tag]:
                return [str(info.tag)]
            if tag is None or value.get(tag, info.tag) == info.tag:
                for field in info.fields:
                    if field.encode_name == steps[0]:
                        return _choices(field.type, value.get(steps[0]), steps[1:])
    return []
