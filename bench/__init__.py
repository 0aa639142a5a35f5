"""Benchmarks: `make bench` measures, prints a table and writes bench/latest.json. Figures to compare are ratios of one run."""
