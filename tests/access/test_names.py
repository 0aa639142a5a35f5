"""Names that are shown, and names that look alike."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.service.access.look_alikes import skeleton
from taphouse.service.access.shown_names import why_look_alike, why_no_name

UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u202e\u2060\u2066\u3164\ufe0e\ufe0f\ufeff\U000e0067\U000e0100"
)
NAMES = st.text(st.sampled_from("Anna m1lO\u041a\u0456葛👩👍🏽🇩🏴☕مین्क" + UNSEEN), max_size=12)


@settings(deadline=None)
@given(NAMES, st.sampled_from(UNSEEN), st.integers(0, 12))
def test_an_unseen_character_makes_no_other_name(name: str, unseen: str, place: int) -> None:
    other = name[:place] + unseen + name[place:]
    assert why_no_name(other) or skeleton(other) == skeleton(name)


@settings(deadline=None)
@given(NAMES)
def test_a_name_that_is_accepted_is_seen(name: str) -> None:
    assert why_no_name(name) or skeleton(name).strip()


@settings(deadline=None)
@given(NAMES)
def test_a_skeleton_has_itself_as_its_skeleton(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)


def test_names_that_differ_stand_beside_each_other() -> None:
    assert why_look_alike("Anna", ["Hanna", "anna", "Ana", None]) is None
    assert why_look_alike(None, ["Anna", None]) is None
