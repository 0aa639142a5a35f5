"""Whether anybody is told what he must not know: every way out of the service, in worlds that look alike to him."""
