"""Health checks: liveness and readiness of the process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taphouse.service.runtime.settings import Settings
from taphouse.service.services import Services
from taphouse.service.store import data_directory
from taphouse.service.store.failures import StoredByNewerRelease, StoreUnavailable
from taphouse.service.store.health import Health
from taphouse.service.store.protocol import Store


async def healthz(_: Request) -> Response:
    """Liveness. Does not check the store, so that a store outage does not restart the process."""
    return JSONResponse({"alive": True})


async def readyz(request: Request) -> Response:
    """Readiness: 503 with the reason if the store is not ready. Answers within twice the store's timeout."""
    here: Services = request.app.state.services
    state = await health(here.store, here.settings)
    warnings = [*state.warnings]
    for sentence, error in here.reader.foreign.items():
        warnings.append(f"{sentence} Upgrade this instance." if isinstance(error, StoredByNewerRelease) else sentence)
    body = {"ready": state.ready, "reason": state.reason, "reachable": state.reachable, "warnings": warnings}
    return JSONResponse(body, 200 if state.ready else 503, {"cache-control": "no-store"})


async def health(store: Store, settings: Settings) -> Health:
    """The store's health; not ready if it does not answer."""
    try:
        async with asyncio.timeout(settings.store_timeout * 2):
            state = await store.health()
    except (StoreUnavailable, TimeoutError):
        return Health(ready=False, reason="the store does not answer", reachable=0.0)
    return msgspec.structs.replace(state, warnings=(*state.warnings, *_disk_filling(settings)))


def _disk_filling(settings: Settings) -> Sequence[str]:
    """A warning if the disk of the embedded server is nearly full. Other servers' disks cannot be seen from here."""
    url = settings.redis_url
    if url is None or not url.get_secret_value().startswith("unix:") or not (settings.data_dir / "lock").exists():
        return ()
    warning = data_directory.filling(settings.data_dir)
    return () if warning is None else (warning,)
