"""Who runs the tests in the background of a shell has SIGINT ignored, by them and by all that they start. Some send it."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
