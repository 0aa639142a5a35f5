"""The common parts of the benchmarks: client, documents, planned games, processes to measure, pauses of the event loop."""


class Skipped(Exception):
    """A part cannot be measured on this machine; the message says what is missing."""
