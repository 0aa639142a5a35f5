"""Reminders by email: addresses, their codes and links, and an SMTP server. `service.webhooks.emails` decides when one is due."""
