"""Checks an edition, and counts what in it is not from your box yet: `python examples/edition.py editions/mine.toml`."""

import sys
import tomllib
from collections import Counter
from pathlib import Path

from taphouse.engine import GAMES
from taphouse.engine.editions import EditionError, Provenance, load

file = Path(sys.argv[1])
source = file.read_bytes()
try:
    game = GAMES[tomllib.loads(source.decode())["game"]]
    edition = load(game.edition, source, str(file))
except KeyError:
    sys.exit(f"{file}: game must be one of {', '.join(GAMES)}")
except (EditionError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
    sys.exit(str(error))

print(edition.title)
every = Counter(entry.section for entry in edition.listed())
invented = Counter(entry.section for entry in edition.listed() if entry.provenance is Provenance.RECONSTRUCTED)
for section, count in every.items():
    print(f"  {section}: {count - invented[section]} of {count}")
