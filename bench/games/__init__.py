"""Benchmarks of the engine and of what builds on it, without the service."""
