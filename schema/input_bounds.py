"""The bounds of client input. Use cases enforce them; the SDL and the OpenAPI document publish them.

They are declared as `extra_json_schema`, which msgspec publishes but does not validate. So a value out of bounds is refused
by the use case, with the same message over GraphQL and REST.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

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
CURSOR = "[A-Za-z0-9_-]{1,64}"
"""A cursor of a list of games, as a regular expression."""
ENTITY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
"""An HTTP entity tag (RFC 9110, section 8.8.3), as a regular expression."""
IF_MATCH = rf"\*|(?:[ \t,]|{ENTITY_TAG})*"
"""The value of `If-Match`: `*` or a list of entity tags, in which elements can be empty (RFC 9110, section 5.6.1)."""
MOST_NAME = 40
"""The most characters of a player's name."""
NAME_TEXT = f"1 to {MOST_NAME} visible characters, with no space at either end"
BREWERY_TEXT = f"The name of the player's brewery, visible to everyone. No rule uses it. {NAME_TEXT}."
MOST_SEED = 200
"""The most characters of a seed."""
SEED_TEXT = (
    f"A seed of 1 to {MOST_SEED} characters. It makes the game reproducible, and the game is marked as `seeded`."
)
UNTIL_TEXT = "When the new token expires, with a UTC offset. In the future, before the year 10000."
EDITION_TEXT = "The name of an edition in the catalogue. Without it, the default edition is used."

GameId = Annotated[str, Meta(description=GAME_ID_TEXT, extra_json_schema={"pattern": f"^{GAME_ID}$"})]
Name = Annotated[str, Meta(extra_json_schema={"pattern": r"^\S(.*\S)?$", "minLength": 1, "maxLength": MOST_NAME})]
"""A player's name. The pattern cannot express which Unicode characters are visible; the use case checks that."""
Seed = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MOST_SEED})]
EditionName = Annotated[str, Meta(extra_json_schema={"pattern": SLUG, "maxLength": MOST_SLUG})]
Cursor = Annotated[str, Meta(extra_json_schema={"pattern": f"^{CURSOR}$"})]
