"""Tables that wait: names, the first seat, and the start by the host."""
