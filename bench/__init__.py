"""Benchmarks. `make bench` measures, prints a table and writes bench/latest.json. Compare the ratios: both sides take turns."""
