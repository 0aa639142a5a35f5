"""structlog without rich. Where that is installed, structlog loads it for tracebacks that we do not use, which takes longer than
anything else that the service loads."""

from __future__ import annotations

import sys

_loaded = sys.modules.get("rich")
sys.modules["rich"] = None  # type: ignore[assignment] # so that importing it fails
try:
    import structlog
finally:
    if _loaded is None:
        del sys.modules["rich"]
    else:
        sys.modules["rich"] = _loaded

__all__ = ["structlog"]
