"""Records: whole games as values, as text for people and programs, and as JSON Lines. See docs/records.md."""
