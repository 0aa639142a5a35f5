"""The running thing: the application, the store, access, settings and the command line."""
