"""The bounds of what clients send, declared once: use cases check them, and both documents of the contract tell them.

JSON Schema has them by `extra_json_schema`, which msgspec tells and does not check: so whoever goes beyond one is told so by the
use case, in the same words over GraphQL and REST.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.engine.editions import MOST_SLUG, SLUG

GAME_ID = "[a-z2-7]{24}"
"""A game's id, as a regular expression."""
GAME_ID_TEXT = "The game's id: 24 letters a-z and digits 2-7."
KEY = "[A-Za-z0-9_-]{22,64}"
"""An idempotency key."""
KEY_TEXT = (
    "22 to 64 random letters, digits, - or _ of your choice, such as a UUID. Sending the request again with the same key gets "
    "the first answer and changes nothing. Where the answer holds tokens, keep the key as secret as these."
)
CURSOR = "[A-Za-z0-9_-]{1,64}"
"""What may be a cursor of a list of games."""
ENTITY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
"""An entity tag of HTTP (RFC 9110, section 8.8.3)."""
IF_MATCH = rf"\*|(?:[ \t,]|{ENTITY_TAG})*"
"""`If-Match`: anything, or a list of entity tags, in which there may be nothing between two commas."""
MOST_NAME = 40
"""The characters of a player's name."""
NAME_TEXT = f"1 to {MOST_NAME} visible characters, with no space at either end"
BREWERY_TEXT = f"What the player calls their brewery, for everybody to see; no rule uses it: {NAME_TEXT}."
MOST_SEED = 200
"""The characters of a seed."""
SEED_TEXT = f"Makes the game reproducible, and marks it as such: 1 to {MOST_SEED} characters."
UNTIL_TEXT = "When the new token ends, with an offset from UTC: a time to come, before the year 10000."
EDITION_TEXT = "An edition of the game by its name in the catalogue; without it the default."

GameId = Annotated[str, Meta(description=GAME_ID_TEXT, extra_json_schema={"pattern": f"^{GAME_ID}$"})]
Name = Annotated[str, Meta(extra_json_schema={"pattern": r"^\S(.*\S)?$", "minLength": 1, "maxLength": MOST_NAME})]
"""A player's name. Which characters cannot be seen is a matter of Unicode, which no pattern says everywhere."""
Seed = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MOST_SEED})]
EditionName = Annotated[str, Meta(extra_json_schema={"pattern": SLUG, "maxLength": MOST_SLUG})]
Cursor = Annotated[str, Meta(extra_json_schema={"pattern": f"^{CURSOR}$"})]
