"""ETags, and the conditions that requests make by them (RFC 9110, sections 8.8.3 and 13.1)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import Sight
from taphouse.schema.input_bounds import ENTITY_TAG, GAME_ID, IF_MATCH
from taphouse.schema.problems import PREFIX, InputRefused, PreconditionFailed

_TAG, _IF_MATCH = re.compile(ENTITY_TAG), re.compile(IF_MATCH)
_OF_GAME = re.compile(rf'"({GAME_ID})-([0-9]{{1,15}})-[0-9a-f]{{16}}"')


def tag_of(sight: Sight | None, contract: str) -> str:
    """The strong ETag of what is shown of a game, or with None of what does not change while the service runs.

    It says of what everybody who gets it is told anyway: the game, its version, and who he is in it.

    Args:
        sight: the game, of which nothing needs to have been computed.
        contract: changes with all that answers depend on besides.
    """
    if sight is None:
        return f'"{contract}"'
    seen = msgspec.json.encode([sight.viewer, sight.latest, contract])
    return f'"{sight.id}-{sight.version}-{hashlib.sha256(seen).hexdigest()[:16]}"'


def is_known(if_none_match: Iterable[str], tag: str) -> bool:
    """Whether a client has already what has this ETag."""
    given = ",".join(if_none_match)
    return given.strip() == "*" or tag in [one.removeprefix("W/") for one in _TAG.findall(given)]


def expected_version(if_match: Iterable[str], game: str) -> int | None:
    """The version that a game must be at for a change of it; None where any will do.

    A weak ETag and one of another game match no version.

    Raises:
        Refused: the header is not understood, or matches no version.
    """
    given = ",".join(if_match).strip()
    if given in ("", "*"):
        return None
    if not _IF_MATCH.fullmatch(given):
        message = 'If-Match is the ETag of the game with its quotes, as in If-Match: "...", or *.'
        raise Refused(InputRefused(message=message, argument="If-Match"))
    found = map(_OF_GAME.fullmatch, _TAG.findall(given))
    versions = {int(one[2]) for one in found if one and one[1] == game}
    if not versions:
        message = (
            f"If-Match names no version of this game: send the ETag of GET {PREFIX}/games/{game} as it came, or none."
        )
        raise Refused(PreconditionFailed(message=message))
    if len(versions) > 1:
        raise Refused(InputRefused(message="Send the ETag of one version in If-Match.", argument="If-Match"))
    return versions.pop()
