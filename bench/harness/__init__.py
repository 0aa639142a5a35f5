"""What the benchmarks share: a client, the documents that it sends, planned games, and processes to measure."""
