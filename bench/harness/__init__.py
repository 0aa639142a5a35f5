"""What the benchmarks share: a client, its documents, planned games, processes to measure, and pauses of the event loop."""
