"""structlog without rich and greenlet. Where these are installed, structlog loads them for tracebacks and threads that we do not
use: rich takes longer than anything else that the service loads."""

from __future__ import annotations

import sys

_UNUSED = ("rich", "greenlet")
_loaded = {name: sys.modules[name] for name in _UNUSED if name in sys.modules}
sys.modules.update(dict.fromkeys(_UNUSED))  # type: ignore[arg-type] # so that importing them fails
try:
    import structlog
finally:
    for _name in _UNUSED:
        del sys.modules[_name]
    sys.modules.update(_loaded)

__all__ = ["structlog"]
