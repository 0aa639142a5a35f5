"""Taphouse: the rules of brewing board games, and a service that plays them for any frontend or bot.

`taphouse.engine` holds the rules, `taphouse.schema` the public contract, `taphouse.service` the server,
`taphouse.lab` tools that play, measure and check.
"""

from importlib.metadata import version

__version__ = version("taphouse")
