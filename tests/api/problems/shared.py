"""Every mutation, and what a refusal must say."""

from __future__ import annotations

from typing import Any

from tests.api.client import Json, in_notation


def changing(id_: str) -> dict[str, Json]:
    """Every mutation of a game of Dank & Draft, with arguments that are well-formed."""
    fields = {
        "play": {"moves": in_notation("draft row-1")},
        "resign": {},
        "abandon": {},
        "dankAndDraftDraft": {"line": "ROW_1"},
        "dankAndDraftTakeAction": {"fromSeat": 1, "action": "SPOIL"},
        "dankAndDraftSpoil": {"seat": 1, "type": "IPA", "count": 1},
        "dankAndDraftSnatch": {"type": "IPA"},
        "dankAndDraftStockUp": {"taps": [1]},
        "dankAndDraftDecline": {},
        "dankAndDraftOffer": {"type": "IPA", "count": 1},
        "dankAndDraftDiscard": {"beers": {"ipa": 1}},
        "dankAndDraftEndTurn": {},
    }
    return {field: {"gameId": id_, **arguments} for field, arguments in fields.items()}


MUTATIONS = tuple(changing(""))


def check(problem: Json, type_: str, code: str, **more: Any) -> None:
    assert problem["__typename"] == type_
    assert problem["code"] == code
    assert problem["message"].endswith(".")
    assert {name: problem[name] for name in more} == more
