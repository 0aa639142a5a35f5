"""Metrics and traces, by which operators observe an instance. Both are off unless a setting turns them on."""
