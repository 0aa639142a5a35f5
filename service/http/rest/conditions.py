"""ETags and conditional requests (RFC 9110, sections 8.8.3 and 13.1)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec

from taphouse.schema.failures import Refused
from taphouse.schema.game_view import GameView
from taphouse.schema.inputs import ENTITY_TAG, GAME_ID, IF_MATCH
from taphouse.schema.problems.inputs import InputRefused
from taphouse.schema.request_problems import PREFIX, PreconditionFailed
from taphouse.service.http.compression import compressed_tag

_TAG, _IF_MATCH = re.compile(ENTITY_TAG), re.compile(IF_MATCH)
_OF_GAME = re.compile(rf'(?:W/)?"({GAME_ID})-([0-9]{{1,15}})-[0-9a-f]{{16}}(?:[-;:+.][\w;:+.-]{{1,40}})?"')
"""An ETag of a game. A proxy that compresses makes it weak, or adds the name of the encoding."""


def tag_of(game_view: GameView | None, contract: str, language: str) -> str:
    """The strong ETag of an answer about a game; with None, of an answer that does not change while the service runs.

    It reveals nothing that the answer does not: the game, its version, and the viewer.

    Args:
        game_view: The viewer's view; nothing of it needs to be computed yet.
        contract: A digest of everything else that answers depend on.
        language: The language of the answer.
    """
    if game_view is None:
        return f'"{contract}-{language}"'
    seen = msgspec.json.encode([game_view.id, game_view.viewer, game_view.latest, game_view.epoch, contract, language])
    return f'"{game_view.game_id}-{game_view.version}-{hashlib.blake2b(seen, digest_size=8).hexdigest()}"'


def known_tag(if_none_match: Iterable[str], tag: str) -> str | None:
    """The ETag in `If-None-Match` that is this one, or that of the compressed response; None if there is neither."""
    given = ",".join(if_none_match)
    if given.strip() == "*":
        return tag
    found = [one.removeprefix("W/") for one in _TAG.findall(given)]
    if tag in found:
        return tag
    compressed = compressed_tag(tag)
    return compressed if compressed in found else None


def expected_version(if_match: Iterable[str], game: str) -> int | None:
    """The version that `If-Match` requires of a game; None if any version will do.

    ETags of other games match no version. A weak one stands for its version, which is all that is compared here.

    Raises:
        Refused: The header is invalid, or matches no version.
    """
    given = ",".join(if_match).strip()
    if given in ("", "*"):
        return None
    if not _IF_MATCH.fullmatch(given):
        message = 'If-Match must be the ETag of the game with its quotes, such as If-Match: "...", or *.'
        raise Refused(InputRefused(message=message, argument="If-Match"))
    found = map(_OF_GAME.fullmatch, _TAG.findall(given))
    versions = {int(one[2]) for one in found if one and one[1] == game}
    if not versions:
        message = f"If-Match matches no version of this game. Send the ETag of GET {PREFIX}/games/{game} unchanged, or omit it."
        raise Refused(PreconditionFailed(message=message))
    if len(versions) > 1:
        raise Refused(InputRefused(message="If-Match must have the ETag of just one version.", argument="If-Match"))
    return versions.pop()
