"""The server: application, transports, use cases, store, access control, settings and command line."""
