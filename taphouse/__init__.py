"""Taphouse: a service that plays board games for any frontend or bot, and the rules of three of them.

`taphouse.engine` holds the rules, `taphouse.schema` the public contract, `taphouse.service` the server,
`taphouse.lab` tools that play, measure and check.
"""

from importlib.metadata import version

__version__ = version("taphouse")
