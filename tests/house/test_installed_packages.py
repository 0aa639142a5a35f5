"""The service does not start with packages that are older than it needs."""

from importlib import metadata

import pytest

from taphouse.service.cli import serve
from taphouse.service.runtime import installed_packages
from taphouse.service.runtime.installed_packages import unmet
from taphouse.service.runtime.settings import Settings


def with_(name: str, found: str | None) -> tuple[str, ...]:
    """The sentences if another version of a package, or none, is installed."""

    def installed(asked: str) -> str:
        if asked == name and found is None:
            raise metadata.PackageNotFoundError(asked)
        return found if asked == name and found is not None else metadata.version(asked)

    return unmet(installed)


def test_what_is_installed_here_will_do() -> None:
    assert unmet() == ()


def test_an_older_package_is_named_with_both_versions() -> None:
    assert with_("redis", "7.4.0") == ("redis 7.4.0 is installed, but redis~=8.1.0 is needed.",)
    assert with_("httpx-sse", "0.3.9") == ("httpx-sse 0.3.9 is installed, but httpx-sse>=0.4 is needed.",)
    assert with_("prometheus-client", None) == (
        "prometheus-client is not installed, but prometheus-client>=0.26 is needed.",
    )


def test_a_newer_package_is_taken() -> None:
    assert with_("redis", "9.0") == with_("uvicorn", "1.0") == ()


def test_a_package_of_another_extra_may_be_missing() -> None:
    assert with_("gymnasium", None) == ()


def test_the_service_does_not_start_with_an_older_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_packages, "unmet", lambda: ("redis 7.4.0 is installed, but redis~=8.1.0 is needed.",))
    with pytest.raises(serve.CannotServe, match=r"redis 7\.4\.0"):
        serve.serve(Settings())
