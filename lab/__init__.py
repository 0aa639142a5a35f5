"""Tools that play games, measure them, and check the service and its contract."""
