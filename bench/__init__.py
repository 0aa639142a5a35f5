"""Benchmarks. `make bench` measures, prints a table and writes bench/latest.json. Compare the ratios, which are of one run."""
