"""Process-wide concerns: settings, logging, shutdown, backoff."""
