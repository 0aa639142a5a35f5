"""The common parts of the benchmarks: client, documents, planned games, processes to measure, pauses of the event loop."""
