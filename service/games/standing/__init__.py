"""Standing orders: how they are stored and matched, the use cases, and the service that makes their moves."""
