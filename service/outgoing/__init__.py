"""Requests that the service makes to servers of others: each is bounded, and holds nobody up."""
