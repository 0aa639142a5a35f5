"""Benchmarks of subscriptions."""
