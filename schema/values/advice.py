"""Advice: the service's suggestions, analyses and sampled worlds, and the games in which seats may ask for them."""

from __future__ import annotations

from taphouse.engine.vocabulary import Word

ADVICE_OPTION_TEXT = (
    "The advice that the service gives. Without it, NONE if a seat is open to others (kind OPEN), and ALL otherwise."
)
PEOPLE_ONLY_OPTION_TEXT = "True to refuse programs and bots at the seats, so that people play among themselves."
PROGRAM_TEXT = (
    "True if a program plays the seat, so that everybody sees it. The seats that the account of a program takes are always "
    "marked."
)


class Advice(Word):
    """The advice that the service gives to the seats of a game."""

    ALL = "ALL", "Every seat may ask for suggestions, analyses and worlds at any time."
    AFTER_THE_END = (
        "AFTER_THE_END",
        "None while the game lasts: see NONE. Once it is over, its seats may ask what they could have done at earlier versions.",
    )
    NONE = (
        "NONE",
        "No suggestions and no analyses, not even after the end, and worlds only for seats that are marked as a program's. "
        "Nobody can fork the game while it is running.",
    )
