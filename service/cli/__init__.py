"""The commands of operators: serving, settings, stores."""
