"""What the whole process needs: settings, logs, shutdown, backoff."""
