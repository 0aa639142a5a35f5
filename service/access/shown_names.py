"""The names of players and breweries, which others see. Unicode's UTS 39 (look-alikes) and UTS 51 (emoji) say which are fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from taphouse.engine.messages import Why
from taphouse.schema.inputs import MOST_CODE_POINTS, MOST_NAME
from taphouse.schema.problems.reasons import NameHasTooManyMarks, NameHasWrongLength, NameIsInvisible, NameLooksLike
from taphouse.service.access.look_alikes import skeleton

_MOST_MARKS = 4
"""The most marks on a letter, as UTS 39 has it."""

_BLANK = r"\uFFFC\U00013441\U00013442\U00016FE4\U0001D159\U0001DA7F\U0001DA80"
"""Letters, symbols and marks that show nothing, although Unicode does not call them ignorable: an object that is replaced, blank
hieroglyphs, the filler of Khitan, the null notehead, and two spaces of SignWriting."""
_STACKING = r"\p{InSC=Invisible_Stacker}\p{InSC=Number_Joiner}"
_EMOJI = r"""(?:
      \p{Regional_Indicator}{2}
    | \U0001F3F4[\U000E0020-\U000E007E]+\U000E007F
    | \p{Emoji}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F]?\u20E3?)
)"""
_VALID = rf"""(?x)(?>(?![{_BLANK}])(?:
      {_EMOJI}(?:\u200D{_EMOJI})*
    | \p{{Ideographic}}[\uFE00-\uFE02\U000E0100-\U000E01EF]?
    | \p{{Script=Mongolian}}[\u180B-\u180D\u180F]?
    # Joiners where they change a letter, as UAX 31 has it: in Arabic scripts, and after a virama.
    | (?<=[\p{{jt=D}}\p{{jt=L}}]\p{{jt=T}}*)\u200C(?=\p{{jt=T}}*[\p{{jt=D}}\p{{jt=R}}])
    | (?<=\p{{ccc=9}}\p{{Mn}}*)(?:\u200C(?=\p{{Mn}}*\p{{L}})|\u200D(?!\p{{InSC=Vowel_Dependent}}))
    # Marks that stack the letters or numbers around them, and show nothing elsewhere.
    | (?<=[^\p{{InSC=Other}}])[{_STACKING}](?=[^\p{{InSC=Other}}{_STACKING}])
    | [^{_STACKING}\p{{Default_Ignorable_Code_Point}}\p{{Cc}}\p{{Cf}}\p{{Cs}}\p{{Co}}\p{{Cn}}\p{{Zl}}\p{{Zp}}]
    ))*+"""
_VISIBLE = r"(?V1)[\p{L}\p{N}\p{P}\p{S}--\u2800]"
_CROWDED = rf"[\p{{Mn}}\p{{Me}}]{{{_MOST_MARKS + 1}}}"


def why_no_name(name: str | None) -> Why | None:
    """The reason why a player or a brewery cannot have this name. None if they can."""
    if name is None:
        return None
    if not 1 <= len(name) <= MOST_CODE_POINTS or name != name.strip():
        return NameHasWrongLength(MOST_NAME)
    if name.isascii() and name.isprintable():
        return NameHasWrongLength(MOST_NAME) if len(name) > MOST_NAME else None
    import regex  # most names are ASCII, and it takes 1.5 MB

    graphemes = regex.findall(r"\X", name)
    if len(graphemes) > MOST_NAME:
        return NameHasWrongLength(MOST_NAME)
    if not regex.fullmatch(_VALID, name) or not any(regex.match(_VISIBLE, one) for one in graphemes):
        return NameIsInvisible()
    if regex.search(_CROWDED, unicodedata.normalize("NFD", name)):
        return NameHasTooManyMarks(_MOST_MARKS)
    return None


def characters(text: str) -> int:
    """The number of characters that a reader sees."""
    if text.isascii():
        return len(text)
    import regex

    return len(regex.findall(r"\X", text))


def is_visible(text: str) -> bool:
    """Return whether a text shows all that is in it, and no crowds of marks."""
    if text.isascii():
        return text.isprintable() and not text.isspace() and text != ""
    import regex

    if not regex.fullmatch(_VALID, text) or not regex.search(_VISIBLE, text):
        return False
    return not regex.search(_CROWDED, unicodedata.normalize("NFD", text))


def why_look_alike(name: str | None, others: Iterable[str | None]) -> Why | None:
    """The reason why a name cannot stand beside others in one game: it looks like one of them. None if it can."""
    if name is None:
        return None
    alike = skeleton(name)
    return next((NameLooksLike(other) for other in others if other is not None and skeleton(other) == alike), None)
