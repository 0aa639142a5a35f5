"""Who runs the tests in the background of a shell has SIGINT ignored, by them and by all that they start. Some send it."""

import signal

from hypothesis import HealthCheck, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Slow generation is no fault of a strategy where other work shares the machine.
settings.register_profile("taphouse", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("taphouse")
