"""Benchmarks of documents: what they cost, and how fast they are refused."""
