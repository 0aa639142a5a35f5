"""Renews the digests of the rules in every guide, for one who has read the statements again: `python -m tests.guides`."""

from taphouse.engine.messages.guides import languages
from tests.conformance.tables import GAMES
from tests.guides import renew, to_read_again

if __name__ == "__main__":
    for kind, game in GAMES.items():
        for language in languages(game.about.package):
            for rule, places in to_read_again(game, language).items():
                print(f"{kind}, {language}: {rule} in {', '.join(places)}")
            renew(game, language)
