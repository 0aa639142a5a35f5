"""Clients that openapi-generator makes of the stored document read every answer, and play whole games.

The Java client is compiled and plays. Of the Kotlin client, models and serializers are compiled, and read recorded answers; its
transport needs packages that are not at hand. The Swift client is generated and read: nothing here compiles Swift.
"""

from __future__ import annotations

import importlib.util
import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from taphouse import schema
from taphouse.engine import GAMES
from taphouse.engine.vocabulary import constant
from tests.api.server import Server
from tests.rest.client import Document, Json, Rest, create
from tests.short_games import SHORT

pytestmark = pytest.mark.ecosystem

DOCUMENT = Path(schema.__file__).with_name("openapi.json")
SOURCES = Path(__file__).parent / "generated"
NUMBERED = re.compile(r"\d{3}Response|[a-z]\d+$|(One|Any|All)Of|Inner$|Parameter$")
"""Names that a generator makes up for types without a name."""
USUAL = ["reserved word", "3.1 support", "Ignoring complex example", "schema name: null", "Default to typing.Any"]
"""Warnings of the generators that mean nothing: the last two are about members that are any JSON."""
HANGS = 900
"""Seconds after which a tool hangs."""
FAST = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
JAVA = {
    "library": "native",
    "openApiNullable": "false",
    "useOneOfDiscriminatorLookup": "true",
    "useSingleRequestParameter": "true",
    "invokerPackage": "taphouse",
    "apiPackage": "taphouse.api",
    "modelPackage": "taphouse.model",
}
"""Options of the Java client. The programs beside it compile whatever optional parameters are added, thanks to its requests."""
ONLY = "models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false"
BY_KIND = ("Game", "LegalMove", "LogEntry", "Preview", "World")
"""The types of which each kind of game has one."""
NEW = [
    {"kind": constant(kind), "options": SHORT[kind], "seats": [{"kind": "MINE"}] * 2, "seed": "generated"}
    for kind in GAMES
]


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is missing: to test generated clients, on Debian: apt install openjdk-17-jdk-headless")
    return found


def jars(package: str) -> str:
    """The jars in a package, as a class path."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        pytest.skip(f"{package} is missing: `make ecosystem` installs requirements/generators.txt")
    return ":".join(map(str, Path(found.submodule_search_locations[0]).rglob("*.jar")))


def annotations() -> str:
    """The jars with the annotations of Java clients, as a class path."""
    wanted = {
        "libjsr305-java": "jsr305.jar",
        "libgeronimo-annotation-1.3-spec-java": "geronimo-annotation-1.3-spec.jar",
    }
    for package, jar in wanted.items():
        if not Path("/usr/share/java", jar).exists():
            pytest.skip(f"{jar} is missing: to test the Java client, on Debian: apt install {package}")
    return ":".join(f"/usr/share/java/{jar}" for jar in wanted.values())


def run(*command: str | Path, given: str | None = None) -> str:
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=HANGS, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout + (done.stderr if "generate" in command else "")


def generated(language: str, folder: Path, document: Path = DOCUMENT, **options: str) -> list[Path]:
    """The sources of a client of a document. No type has a made-up name, and nothing is warned of but what is `USUAL`."""
    chosen = ",".join(f"{name}={value}" for name, value in options.items())
    jar = jars("openapi_generator_cli")
    generate = [program("java"), *FAST, "-jar", jar, "generate", "-i", document, "-g", language, "-o", folder]
    renamed = (
        ("--parameter-name-mappings", "wait=seconds") if language == "java" else ()
    )  # `wait` is a method of each object
    said = run(*generate, "--global-property", ONLY, "--additional-properties", chosen, *renamed)
    warned = [line for line in said.splitlines() if " WARN " in line]
    assert [line for line in warned if not re.search("|".join(USUAL), line)] == []
    sources = [path for path in folder.rglob("*") if path.suffix in (".java", ".kt", ".swift")]
    assert [path.stem for path in sources if NUMBERED.search(path.stem)] == []
    return sources


def test_the_java_client_plays_a_whole_game_of_each_kind(server: Server, tmp_path: Path) -> None:
    compiler, java = program("javac"), program("java")
    path = f"{jars('openapi_generator_cli')}:{annotations()}"  # the generator itself holds Jackson
    sources = generated("java", tmp_path / "client", **JAVA)
    quick = [f"-J{option}" for option in FAST]
    built = tmp_path / "built"
    ours = [SOURCES / "Play.java", SOURCES / "PlayPreviewed.java"]
    run(compiler, *quick, "-proc:none", "-nowarn", "-cp", path, "-d", built, *sources, *ours)
    for new, game in zip(NEW, GAMES.values(), strict=True):
        played = json.loads(run(java, *FAST, "-cp", f"{built}:{path}", "PlayPreviewed", server.url, json.dumps(new)))
        assert played["status"] == "OVER"
        assert played["moves"] > 10
        assert played["versions"] == [*range(1, played["versions"][-1] + 1)]
        assert len(played["versions"]) >= played["moves"] + 2  # one was its creation, one its start
        assert json.loads(played["refused"])["code"] == "GAME_OVER"
        types = {*played["types"]} - {"MoveNotUnderstood"}
        assert {f"{game.about.name}{type_}" for type_ in BY_KIND} < types
        assert {move.__name__ for move in game.about.moves} & {type_.removeprefix(game.about.name) for type_ in types}
        others = {one.about.name for one in GAMES.values()} - {game.about.name}
        assert not [type_ for type_ in types if type_.startswith((*others,))]


def answers(server: Server, new: Json) -> list[tuple[str, Json]]:
    """Answers of the service about a game, and requests, with the names of their types."""
    with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http:
        anyone = Rest(http, Document(json.loads(DOCUMENT.read_text(encoding="utf-8"))))
        table = create(anyone, **{**new, "seats": 2})
        found: list[tuple[str, Json]] = []
        pick = random.Random(2)
        for _ in range(24):
            player, legal = table.decider, table.decider.get(f"{table.path}/moves/legal", first=500)
            chosen = pick.choice(legal["moves"])
            found += [("LegalMovePage", legal), ("LegalMove", chosen), ("Moves", {"moves": [chosen["input"]]})]
            found.append(("Preview", player.post(f"{table.path}/moves/preview", {"moves": [chosen["input"]]})))
            changed = player.post(f"{table.path}/moves", {"moves": [chosen["input"]]})
            found += [("GameChanged", changed), ("Game", changed["game"])]
            found += [("LogEntry", entry) for entry in changed["entries"]]
        nonsense = {"notation": "nonsense"}
        found.append(("Judgement", table.decider.post(f"{table.path}/moves/why-not", {"move": nonsense})))
        refused = table.decider.send(f"{table.path}/moves", {"moves": [nonsense]})
        found.append(("PlayUnprocessable", refused.json()))
        found.append(("World", table.decider.get(f"{table.path}/world")["world"]))
        found.append(("EventPage", table.spectator.get(f"{table.path}/events", first=500)))
    return found


def without_nulls(value: Any) -> Any:
    """A value without nulls, and with times as Kotlin writes them."""
    if isinstance(value, dict):
        return {name: without_nulls(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [without_nulls(part) for part in value]
    is_time = isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", value)
    return re.sub(r"(\.\d*?)0+Z", r"\1Z", value).replace(".Z", "Z") if is_time else value


def bare(document: Path, folder: Path) -> Path:
    """The document without discriminators, as docs/tutorials/mobile-app.md makes it with jq."""
    content = json.loads(document.read_text(encoding="utf-8"))
    for one in content["components"]["schemas"].values():
        one.pop("discriminator", None)
    path = folder / "bare.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def kotlin(document: Path, tmp_path: Path) -> list[str | Path]:
    """Compiles the types of the Kotlin client of a document. Returns the command that runs `Decode.kt` beside them."""
    java, path = program("java"), jars("run_kotlin_kernel")
    options = {"generateOneOfAnyOfWrappers": "true", "enumPropertyNaming": "UPPERCASE", "packageName": "taphouse"}
    options["serializationLibrary"] = "kotlinx_serialization"
    everything = generated("kotlin", tmp_path / "client", bare(document, tmp_path), **options)
    sources = [one for one in everything if one.parent.name == "models" or re.search("Adapter$|^Serializer$", one.stem)]
    assert len(sources) > 400
    # The compiler is in a jar with much else. This says where its plugin for serialization is.
    plugin = (
        tmp_path / "plugin" / "META-INF" / "services" / "org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar"
    )
    plugin.parent.mkdir(parents=True)
    plugin.write_text("org.jetbrains.kotlinx.serialization.compiler.extensions.SerializationComponentRegistrar\n")
    compiler = [java, "-Xmx2g", "-cp", path, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
    libraries = ":".join(jar for jar in path.split(":") if not jar.endswith("-all.jar"))
    flags = ["-no-stdlib", "-no-reflect", "-nowarn", f"-Xplugin={tmp_path / 'plugin'}", "-cp", libraries]
    built = tmp_path / "built"
    run(*compiler, *flags, "-d", built, *sources, SOURCES / "Decode.kt")
    return [java, *FAST, "-cp", f"{built}:{path}", "DecodeKt"]


def test_the_kotlin_types_read_answers_of_each_kind_of_game(server: Server, tmp_path: Path) -> None:
    recorded = {new["kind"]: answers(server, {**new, "options": {}}) for new in NEW}
    decode = kotlin(DOCUMENT, tmp_path)
    lines = [f"{name} {json.dumps(value)}" for found in recorded.values() for name, value in found]
    read = iter(run(*decode, given="\n".join(lines)).splitlines())
    for kind, game in GAMES.items():
        for name, value in recorded[constant(kind)]:
            type_, _, again = next(read).partition(" ")
            assert without_nulls(json.loads(again)) == without_nulls(value), name
            assert type_ == (f"{game.about.name}{name}Value" if name in BY_KIND else type_)


def test_the_swift_types_are_choices_by_kind(tmp_path: Path) -> None:
    sources = {one.stem: one.read_text() for one in generated("swift6", tmp_path, hideGenerationTimestamp="true")}
    for type_ in (*BY_KIND, "NewGame"):
        assert f"public enum {type_}: Sendable, Codable, Hashable" in sources[type_]
        for game in GAMES.values():
            name = f"{game.about.name}{type_}"
            read = f'case "{constant(game.about.kind)}":\n            self = .type{name}(try {name}(from: decoder))'
            assert read in sources[type_]
            assert "public struct" in sources[name]
    members = {name: set(re.findall(r"public var (\w+): \w+\?", text)) for name, text in sources.items()}
    assert members["MoveInput"] == {"notation", *(game.field for game in GAMES.values())}
    for game in GAMES.values():
        assert members[f"{game.about.name}MoveInput"] == {*game.inputs}
    assert members["Narrowing"] == {"readOnly", "until"}
    untyped = [name for name, text in sources.items() if re.search(r"public var .*(JSONValue|AnyCodable)", text)]
    assert {*untyped} - {"JSONValue"} == {"EditionEntry"}  # whose figures are what its editor likes
    assert not [name for name, text in sources.items() if re.search(r"enum \w+: Bool", text)]
