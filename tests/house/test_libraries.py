"""The product imports undocumented names of libraries in one module for each library, and these names are as it expects."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import graphql
import pytest
import redis.asyncio
import strawberry
import uvicorn
from redis.asyncio.cluster import ClusterNode
from websockets.server import ServerProtocol

ROOT = Path(__file__).parents[2]
FLOORS = ("client", "engine", "env", "schema", "service")
HOMES = {
    "graphql": "schema/libraries/graphql_core.py",
    "strawberry": "schema/libraries/strawberry.py",
    "uvicorn": "service/libraries/uvicorn.py",
    "redis": "service/libraries/redis.py",
}
"""The module that may import undocumented names, by the library's import name."""
DOCUMENTED = {
    *("graphql", "graphql.language", "graphql.type", "graphql.utilities", "graphql.validation"),
    *(
        "strawberry",
        "strawberry.federation",
        "strawberry.federation.schema_directives",
        "strawberry.scalars",
        "strawberry.schema.config",
        "strawberry.schema.name_converter",
    ),
    "uvicorn",
    *("redis", "redis.asyncio", "redis.asyncio.cluster", "redis.asyncio.retry", "redis.asyncio.sentinel"),
    *("redis.backoff", "redis.exceptions", "redis.sentinel"),
}
RECORDS = {
    "graphql": ("graphql-core", 5),
    "strawberry": ("Strawberry", 5),
    "uvicorn": ("uvicorn", 23),
    "websockets": ("websockets", 23),
    "redis": ("redis-py", 19),
}
"""The name of each library, and the decision record that says why its internals are used."""
_HTTP = "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol"
_WEBSOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"
_EXECUTOR = "graphql.execution:Executor"
SIGNATURES = {
    "graphql.execution.collect_fields:collect_fields": "schema fragments variable_values runtime_type operation "
    "hide_suggestions= forbid_skip_and_include= on_selection_set=",
    "graphql.execution.collect_fields:collect_subfields": "schema fragments variable_values operation return_type "
    "field_details_list hide_suggestions=",
    "graphql.execution.collect_fields:FieldDetails": "node defer_usage fragment_variable_values=",
    "graphql.execution.collect_fields:FragmentDetails": "definition variable_signatures=",
    "graphql.execution.get_variable_signature:get_variable_signature": "schema var_def_node",
    "graphql.execution.get_variable_signature:GraphQLVariableSignature": "name type default default_value=",
    "graphql.execution.values:VariableValues": "sources coerced",
    "graphql.execution.values:VariableValueSource": "signature value=",
    "graphql.execution.values:get_variable_values": "schema var_def_nodes inputs max_errors= hide_suggestions=",
    "graphql.utilities.coerce_input_value:coerce_default_value": "input_value",
    "graphql.utilities.coerce_input_value:coerce_input_literal": "value_node type_ variable_values= "
    "fragment_variable_values=",
    "graphql.utilities.sort_value_node:sort_value_node": "value_node",
    "graphql.language.parser:Parser": "source no_location= max_tokens= experimental_fragment_arguments= lexer= "
    "allow_empty_selection_sets= max_lexical_tokens= max_comments= max_source_length=",
    "graphql.language.parser:Parser.parse_document": "self",
    "graphql.language.parser:Parser.advance_lexer": "self",
    "graphql.pyutils:Path": "prev key typename",
    "graphql.pyutils:is_awaitable": "value",
    "graphql.pyutils:gather_with_cancel": "*awaitables",
    "graphql.type:GraphQLResolveInfoHelpers": "gather track",
    "graphql.type:GraphQLResolveInfo": "field_name field_nodes return_type parent_type path schema fragments root_value "
    "operation variable_values context is_awaitable abort_signal async_helpers",
    _EXECUTOR: "schema fragment_definitions fragments root_value context_value operation variable_values field_resolver "
    "type_resolver subscribe_field_resolver enable_early_execution= middleware_manager= is_awaitable= is_async_iterable= "
    "hide_suggestions= abort_signal= hooks=",
    f"{_EXECUTOR}.build_per_event_executor": "self payload",
    f"{_EXECUTOR}.complete_awaitable_value": "self return_type field_details_list info path result position_context",
    f"{_EXECUTOR}.complete_iterable_value": "self item_type field_details_list info path items position_context",
    f"{_EXECUTOR}.complete_list_item_value": "self item complete_results item_type field_details_list info item_path "
    "position_context",
    f"{_EXECUTOR}.complete_value": "self return_type field_details_list info path result position_context",
    f"{_EXECUTOR}.execute_field": "self parent_type source field_details_list path position_context",
    f"{_EXECUTOR}.execute_fields": "self parent_type source_value path grouped_field_set position_context",
    f"{_EXECUTOR}.execute_operation": "self serially=",
    f"{_EXECUTOR}.handle_field_error": "self raw_error return_type field_details_list path",
    f"{_EXECUTOR}.is_awaitable": "value",
    f"{_EXECUTOR}.settle_in_background": "self awaitables",
    "strawberry:Info": "_raw_info _field",
    "strawberry.schema.name_converter:NameConverter.apply_naming_config": "self name",
    "strawberry.types.base:StrawberryMaybe": "of_type",
    "strawberry.types.field:StrawberryField.get_result": "self source info args kwargs",
    "uvicorn.protocols.utils:get_remote_addr": "transport",
    _HTTP: "config server_state app_state _loop=",
    f"{_HTTP}.connection_made": "self transport",
    f"{_HTTP}.connection_lost": "self exc",
    f"{_HTTP}.data_received": "self data",
    f"{_HTTP}.on_message_begin": "self",
    f"{_HTTP}.on_headers_complete": "self",
    f"{_HTTP}.on_body": "self body",
    f"{_HTTP}.on_message_complete": "self",
    f"{_HTTP}._should_upgrade": "self",
    f"{_HTTP}._start_asgi_task": "self cycle app",
    f"{_HTTP}.on_response_complete": "self",
    f"{_HTTP}.handle_websocket_upgrade": "self",
    f"{_HTTP}.send_400_response": "self msg",
    f"{_HTTP}.shutdown": "self",
    f"{_HTTP}.pause_writing": "self",
    f"{_HTTP}.resume_writing": "self",
    "uvicorn.protocols.http.flow_control:FlowControl": "transport",
    "uvicorn.protocols.http.httptools_impl:RequestResponseCycle": "scope transport flow logger access_logger access_log "
    "default_headers message_event expect_100_continue keep_alive on_response",
    "uvicorn.protocols.http.httptools_impl:RequestResponseCycle.send": "self message",
    _WEBSOCKET: "config server_state app_state _loop=",
    f"{_WEBSOCKET}.connection_made": "self transport",
    f"{_WEBSOCKET}.connection_lost": "self exc",
    f"{_WEBSOCKET}.data_received": "self data",
    f"{_WEBSOCKET}.send": "self message",
    f"{_WEBSOCKET}.handle_events": "self",
    f"{_WEBSOCKET}.handle_parser_exception": "self",
    f"{_WEBSOCKET}.send_receive_event_to_app": "self",
    f"{_WEBSOCKET}.shutdown": "self",
    f"{_WEBSOCKET}.pause_writing": "self",
    f"{_WEBSOCKET}.resume_writing": "self",
    "uvicorn.supervisors.multiprocess:Process": "config sockets",
    "uvicorn.supervisors.multiprocess:Process.start": "self",
    "uvicorn.supervisors.multiprocess:Process.target": "self sockets=",
    "uvicorn.supervisors.multiprocess:Process.is_ready": "self timeout=",
    "uvicorn.supervisors.multiprocess:Multiprocess": "config sockets",
    "uvicorn.supervisors.multiprocess:Multiprocess.keep_subprocess_alive": "self",
    "uvicorn.supervisors.multiprocess:Multiprocess.join_all": "self",
    "uvicorn.supervisors.multiprocess:Multiprocess.run": "self",
    "websockets.protocol:Protocol.parse": "self",
    "websockets.server:ServerProtocol.reject": "self status text",
    "websockets.server:ServerProtocol.fail": "self code reason=",
    "redis.asyncio.connection:parse_url": "url",
    "redis.asyncio:ConnectionPool.make_connection": "self",
    "redis.asyncio:RedisCluster.get_connection_kwargs": "self",
    "redis.asyncio:RedisCluster.get_random_node": "self",
    "redis.asyncio.cluster:ClusterNode": "host port server_type= max_connections= connection_class= **connection_kwargs",
    "redis.asyncio.cluster:NodesManager.get_node_from_slot": "self slot read_from_replicas= load_balancing_strategy=",
    "redis.asyncio.sentinel:Sentinel.check_master_state": "self state service_name",
    "redis.asyncio.sentinel:Sentinel.discover_master": "self service_name",
}
"""The parameters of what the product calls or overrides; `=` marks those that have a default."""
VALUES = {
    "graphql.execution.collect_fields:FieldDetailsList": list,
    "graphql.execution.collect_fields:GroupedFieldSet": dict,
    "graphql.language.parser:MAX_NESTING_DEPTH": int,
    "graphql.validation.validate:ValidationAbortedError": type,
    "graphql.validation.validation_context:MAX_FRAGMENT_WORK": int,
    "strawberry.schema.schema_converter:GraphQLCoreConverter.DEFINITION_BACKREF": str,
    "strawberry.federation.schema:FederationAny": typing.NewType,
    "strawberry.types.base:StrawberryObjectDefinition": type,
    "uvicorn._types:ASGISendEvent": object,
    "uvicorn.config:STARTUP_FAILURE": int,
    "uvicorn.protocols.http:httptools_impl": ModuleType,
    "uvicorn.protocols.http.httptools_impl:STATUS_LINE": dict,
    "uvicorn.server:ServerState": type,
    "uvicorn.supervisors:multiprocess": ModuleType,
    "uvicorn.supervisors.multiprocess:SIGNALS": dict,
    "redis.crc:REDIS_CLUSTER_HASH_SLOTS": int,
}
"""The types of other names. A generic alias counts as the type that it stands for."""


def found(path: str) -> Any:
    """The object at `module:name.name`. Fails with a sentence if it is gone."""
    module, _, names = path.partition(":")
    try:
        thing: Any = importlib.import_module(module)
        for name in names.split("."):
            thing = getattr(thing, name)
    except (ImportError, AttributeError):
        pytest.fail(told(library_of(path), f"no longer has {path}"))
    return thing


def library_of(path: str) -> str:
    """The import name of the library that a path begins with."""
    return re.split("[.:]", path)[0]


def told(library: str, what: str) -> str:
    """A sentence about a library that has changed."""
    name, record = RECORDS[library]
    home = HOMES.get(library, "service/http")
    return f"{name} {what}; see record {record} in docs/decisions, and {home}."


def parameters(thing: Any) -> str:
    """The parameters of a callable, as in `SIGNATURES`."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    given = inspect.signature(thing).parameters.values()
    return " ".join(
        stars.get(one.kind, "") + one.name + "=" * (one.default is not inspect.Parameter.empty) for one in given
    )


@pytest.mark.parametrize("path", SIGNATURES)
def test_a_library_still_has_this_signature(path: str) -> None:
    now = parameters(found(path))
    assert now == SIGNATURES[path], told(library_of(path), f"has changed {path}({now})")


@pytest.mark.parametrize("path", VALUES)
def test_a_library_still_has_this_name(path: str) -> None:
    thing = found(path)
    thing = getattr(thing, "__origin__", None) or thing
    assert thing is VALUES[path] or isinstance(thing, VALUES[path]), told(library_of(path), f"has changed {path}")


def lacking(thing: object, names: str) -> list[str]:
    """The attributes that an object lacks."""
    return [name for name in names.split() if not hasattr(thing, name)]


def test_graphql_core_still_has_these_attributes() -> None:
    schema, document = graphql.build_schema("type Query { a: Int }"), graphql.parse("{ a }")
    operation, values = document.definitions[0], found("graphql.execution.values:VariableValues")({}, {})
    executor = found(_EXECUTOR)(schema, {}, {}, None, None, operation, values, None, None, None)
    gone = lacking(executor, "async_helpers collected_errors fragments operation variable_values")
    gone += lacking(executor.collected_errors, "add errors")
    assert gone == [], told("graphql", f"no longer has these attributes of Executor: {gone}")


def test_strawberry_still_has_these_attributes() -> None:
    @strawberry.type
    class Query:
        a: int

        @strawberry.field
        def b(self) -> int:
            return 1

    core = getattr(strawberry.Schema(Query), "_schema", None)
    assert isinstance(core, graphql.GraphQLSchema), told("strawberry", "no longer has Schema._schema")
    key = found("strawberry.schema.schema_converter:GraphQLCoreConverter.DEFINITION_BACKREF")
    assert core.query_type
    type_, (plain, resolved) = core.query_type.extensions[key], core.query_type.fields.values()
    assert getattr(plain.resolve, "_is_default", False), told("strawberry", "no longer marks default resolvers")
    gone = lacking(type_, "origin is_one_of from_input concrete_of resolve_type")
    gone += lacking(
        resolved.extensions[key],
        "arguments base_resolver default_resolver extensions is_basic_field is_subscription metadata python_name",
    )
    gone += lacking(
        resolved.extensions[key].base_resolver,
        "info_parameter parent_parameter root_parameter self_parameter wrapped_func",
    )
    assert gone == [], told("strawberry", f"no longer has these attributes of a definition: {gone}")


async def test_uvicorn_still_has_these_attributes() -> None:
    config, state = uvicorn.Config(print, log_config=None), found("uvicorn.server:ServerState")()
    config.load()
    http, websocket = found(_HTTP)(config, state, {}), found(_WEBSOCKET)(config, state, {})
    cycle = found("uvicorn.protocols.http.httptools_impl:RequestResponseCycle")
    gone = lacking(state, "default_headers total_requests")
    gone += lacking(http, "cycle flow headers parser pipeline scope server_state transport")
    gone += lacking(
        cycle(*[None] * len(inspect.signature(cycle).parameters)),
        "chunked_encoding default_headers disconnected expected_content_length flow keep_alive message_event response_complete "
        "response_started scope transport waiting_for_100_continue",
    )
    gone += lacking(http, "config connections ws_protocol_class")
    gone += lacking(
        websocket,
        "app_state asgi_version client close_sent default_headers disconnected handshake_initiated loop queue",
    )
    gone += lacking(websocket, "on_task_complete root_path run_asgi scheme server start_keepalive tasks")
    gone += lacking(websocket, "conn curr_msg_data_type frames handshake_complete read_paused transport")
    assert gone == [], told("uvicorn", f"no longer has these attributes of its protocols: {gone}")
    assert isinstance(websocket.conn, ServerProtocol), told("uvicorn", "has another kind of WebSocket connection")
    gone = lacking(websocket.conn, "events parser parser_exc state")
    assert gone == [], told("websockets", f"no longer has these attributes of ServerProtocol: {gone}")
    gone = lacking(found("uvicorn.supervisors.multiprocess:Process"), "exitcode")
    assert gone == [], told("uvicorn", f"no longer has these attributes of Process: {gone}")


async def test_redis_still_has_these_attributes() -> None:
    gone = lacking(redis.asyncio.RedisCluster(host="localhost"), "nodes_manager")
    gone += lacking(ClusterNode("localhost", 1), "name connection_class connection_kwargs")
    gone += lacking(redis.asyncio.SSLConnection(), "host port username password client_name db ssl_context")
    gone += lacking(redis.asyncio.UnixDomainSocketConnection(), "path")
    gone += lacking(redis.asyncio.sentinel.Sentinel([]), "sentinels")
    assert gone == [], told("redis", f"no longer has these attributes: {gone}")


def imports(file: Path) -> Iterator[tuple[str, str]]:
    """The modules of these libraries that a file imports from, each with a name; the name is empty for a whole module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in HOMES:
            yield from ((node.module, one.name) for one in node.names)
        elif isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names if one.name.split(".")[0] in HOMES)


def test_undocumented_names_are_imported_in_one_module() -> None:
    elsewhere = [
        f"{file.relative_to(ROOT)}: {module}.{name}"
        for floor in FLOORS
        for file in (ROOT / floor).rglob("*.py")
        for module, name in imports(file)
        if (module not in DOCUMENTED or name.startswith("_"))
        and str(file.relative_to(ROOT)) != HOMES[module.split(".")[0]]
    ]
    assert elsewhere == []


@pytest.mark.parametrize("library", HOMES)
def test_every_name_that_is_imported_there_is_known_here(library: str) -> None:
    known = [*SIGNATURES, *VALUES]
    used = [f"{module}:{name}" for module, name in imports(ROOT / HOMES[library]) if module not in DOCUMENTED]
    assert len(used) > 1
    assert [one for one in used if not any(re.match(rf"{re.escape(one)}(\.|$)", path) for path in known)] == []
