"""Audits: leaks of hidden information, and breaking changes of the public contract."""
