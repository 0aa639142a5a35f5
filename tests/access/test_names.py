"""Names that are shown, and names that look alike."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.service.access.look_alikes import skeleton
from taphouse.service.access.shown_names import why_look_alike, why_no_name

UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u202e\u2060\u2066\u3164\ufe0e\ufe0f\ufeff\U000e0067\U000e0100"
    # Blank, though not ignorable.
    "\ufffc\U00013441\U00013442\U00016fe4\U0001d159\U0001da7f\U0001da80"
    # Ignorable letters and symbols.
    "\u115f\u1160\u17b4\u17b5\uffa0\U0001d173\U0001d17a"
)
NAMES = st.text(st.sampled_from("Anna m1lO%\uff05\uff42\u041a\u0456葛👩👍🏽🇩🏴☕مین्क" + UNSEEN), max_size=12)


@given(NAMES, st.sampled_from(UNSEEN), st.integers(0, 12))
def test_an_unseen_character_makes_no_other_name(name: str, unseen: str, place: int) -> None:
    other = name[:place] + unseen + name[place:]
    assert why_no_name(other) or skeleton(other) == skeleton(name)


@given(NAMES)
def test_a_name_that_is_accepted_is_seen(name: str) -> None:
    assert why_no_name(name) or skeleton(name).strip()


@pytest.mark.parametrize("unseen", UNSEEN + "\u2800\u3000\u00a0\ufff9\U00013430")
def test_a_name_of_which_nothing_is_seen_is_refused(unseen: str) -> None:
    assert why_no_name(unseen)
    assert why_no_name(unseen * 3)


@pytest.mark.parametrize("stacks", "\u1039\u17d2\u1a60\U00010a3f\U00011a47\U0001107f\U000113d0")
def test_a_mark_that_stacks_letters_is_refused_where_it_shows_nothing(stacks: str) -> None:
    for name in (
        f"Ann{stacks}",
        f"A{stacks}nn",
        f"\u1000{stacks}",
        f"\u1000{stacks}{stacks}\u1000",
        f"\u1000{stacks}n",
    ):
        assert why_no_name(name) is not None, name


@pytest.mark.parametrize("name", ["မန္တလေး", "အင်္ဂလန်", "កម្ពុជា", "ᨠᩕᩅ᩠ᨦ", "ខ្មែរ", "\U00011064\U0001107f\U00011052"])
def test_a_mark_that_stacks_letters_is_accepted_between_them(name: str) -> None:
    assert why_no_name(name) is None


@pytest.mark.parametrize("seen", "\u303f\u2422\u2420\u2205\ufffd\U0001d158\U00013443\u2801")
def test_a_sign_that_stands_for_nothing_is_seen(seen: str) -> None:
    assert why_no_name(seen) is None


@pytest.mark.parametrize("other", ["Anna\u2800", "\u2800Anna", "Anna \u2800"])
def test_a_blank_of_braille_is_a_space(other: str) -> None:
    assert why_look_alike(other, ["Anna"]) is not None
    assert why_no_name("\u2801\u2800\u2803") is None


@pytest.mark.parametrize("other", ["\uff22\uff4f\uff42", "\U0001d401\U0001d428\U0001d41b", "Bo\u1d47"])
def test_letters_of_another_form_make_no_other_name(other: str) -> None:
    assert why_look_alike(other, ["Bob"]) is not None


def test_ascii_needs_no_data_to_have_the_skeleton_that_the_data_gives() -> None:
    for code in range(128):
        assert skeleton(f"a{chr(code)}b") == skeleton(f"a{chr(code)}b\u00ad"), chr(code)
        assert (why_no_name(f"a{chr(code)}b") is None) == (why_no_name(f"a{chr(code)}b\u00e9") is None), chr(code)


def test_an_ascii_name_loads_neither_the_data_nor_regex() -> None:
    program = (
        "import sys; from taphouse.service.access.shown_names import why_look_alike, why_no_name\n"
        "print(why_no_name('Anna'), why_look_alike('Anna', ['Ben']), 'regex' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "None", "False"]


@given(NAMES)
def test_a_skeleton_has_itself_as_its_skeleton(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)


def test_names_that_differ_stand_beside_each_other() -> None:
    assert why_look_alike("Anna", ["Hanna", "anna", "Ana", None]) is None
    assert why_look_alike(None, ["Anna", None]) is None
