"""Log lines of the service while something goes on."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from taphouse.service.runtime import telemetry
from taphouse.service.runtime.settings import Settings


@contextmanager
def log_lines(**settings: Any) -> Iterator[io.StringIO]:
    """The stream of log lines, as these settings have it; the logging of the test run itself is as before afterwards."""
    stream = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("", "taphouse", "uvicorn.error")]
    before = [(logger.level, list(logger.filters)) for logger in loggers]
    handlers, log, secret = loggers[0].handlers, telemetry.log, telemetry.secret
    telemetry.configure(Settings(**{"log_format": "json", **settings}), stream)
    try:
        yield stream
    finally:
        loggers[0].handlers = handlers
        for logger, (level, filters) in zip(loggers, before, strict=True):
            logger.setLevel(level)
            logger.filters = filters
        telemetry.log, telemetry.secret = log, secret
