"""Compares two versions of the contract of games: the public names of the engine, as a text of stubs.

Games call these functions, and derive from these classes. So a function may gain parameters with defaults, but a method that
games may override may not change, and a class may not gain what its subclasses must have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from taphouse.engine.registry import CONTRACT, NAMES
from taphouse.lab.contract.change import ContractChange

Things: TypeAlias = dict[str, ast.stmt]
"""The parts of a contract by their names, such as `taphouse.engine.contract.Rules.new`."""

_VERSION = re.compile(r"# Version (\d+)\.(\d+)")
_MODULE = re.compile(r"^# (taphouse\.\S+)\n", re.MULTILINE)


def written() -> str:
    """The contract of this release.

    Raises:
        LookupError: A module does not define a public name.
    """
    parts = [f"# Version {CONTRACT[0]}.{CONTRACT[1]} of the contract of games: all that they may use of Taphouse.\n"]
    for name, listed in NAMES.items():
        module, wanted = f"taphouse.{name}", set(listed.split())
        spec = find_spec(module)
        tree = ast.parse(Path(str(spec and spec.origin)).read_text(encoding="utf-8"))
        found = {_name(node): ast.unparse(_stub(node)) for node in tree.body if _name(node) in wanted}
        if missing := wanted - found.keys():
            raise LookupError(
                f"{module} does not define {', '.join(sorted(missing))}, as taphouse.engine.registry says"
            )
        parts.append("\n\n".join([f"# {module}", *found.values()]) + "\n")
    return "\n\n".join(parts)


def changes(released: str, now: str) -> list[ContractChange]:
    """All changes between two contracts that games could notice, and a version number that does not reflect them."""
    found = list(_changes(_things(released), _things(now)))
    major, minor = _version(released)
    breaking, added = any(one.breaking for one in found), bool(found)
    least = (major + 1, 0) if breaking else (major, minor + 1) if added else (major, minor)
    if _version(now) < least:
        thing = "taphouse.engine.registry.CONTRACT"
        found.append(ContractChange(thing, f"{thing} must be ({least[0]}, {least[1]}) or later."))
    return found


def _changes(old: Things, new: Things) -> Iterator[ContractChange]:
    for thing, before in old.items():
        owner, _, _ = thing.rpartition(".")
        if thing not in new:
            if (owner not in old or owner in new) and not _inherited(thing, new):
                yield ContractChange(thing, f"{thing} was removed.")
        elif (was := ast.unparse(before)) != (now := ast.unparse(new[thing])):
            member = isinstance(old.get(owner), ast.ClassDef)
            yield ContractChange(thing, f"{thing} was `{was}` and is `{now}`.", not _wider(before, new[thing], member))
    for thing, added in new.items():
        owner, _, _ = thing.rpartition(".")
        if thing not in old:
            needed = owner in old and _must_be_given(added)
            yield ContractChange(thing, f"{thing} was added{', and games must have it' if needed else ''}.", needed)


def _inherited(thing: str, new: Things) -> bool:
    """True for a member that the class now has from one of its bases in the contract."""
    owner, _, name = thing.rpartition(".")
    node = new.get(owner)
    bases = [ast.unparse(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
    return any(one.endswith(f".{base}.{name}") for base in bases for one in new)


def _wider(before: ast.stmt, now: ast.stmt, member: bool) -> bool:
    """True if all that was right before still is."""
    match before, now:
        case ast.FunctionDef(name), ast.FunctionDef() if not member or name == "__init__":
            return ast.unparse(before) == ast.unparse(_without_more(before.args, now))
        case ast.FunctionDef(decorator_list=decorators), ast.FunctionDef():
            kept = [one for one in decorators if ast.unparse(one) != "abstractmethod"]
            return len(kept) < len(decorators) and ast.unparse(_decorated(before, kept)) == ast.unparse(now)
        case ast.AnnAssign(value=None), ast.AnnAssign():
            return ast.unparse(before.annotation) == ast.unparse(now.annotation)
    return False


def _without_more(before: ast.arguments, now: ast.FunctionDef) -> ast.FunctionDef:
    """A function without the parameters that came later and have defaults."""
    kept = deepcopy(now)
    args, known = kept.args, {one.arg for one in before.kwonlyargs}
    while len(args.args) > len(before.args) and args.defaults:
        args.args.pop()
        args.defaults.pop()
    named = [
        pair for pair in zip(args.kwonlyargs, args.kw_defaults, strict=True) if pair[0].arg in known or not pair[1]
    ]
    args.kwonlyargs, args.kw_defaults = [one for one, _ in named], [default for _, default in named]
    return kept


def _decorated(function: ast.FunctionDef, decorators: list[ast.expr]) -> ast.FunctionDef:
    """A function with other decorators."""
    other = deepcopy(function)
    other.decorator_list = decorators
    return other


def _must_be_given(member: ast.stmt) -> bool:
    """True for a field without a default, and for an abstract method."""
    match member:
        case ast.AnnAssign(value=value):
            return value is None
        case ast.FunctionDef(decorator_list=decorators):
            return any(ast.unparse(one) == "abstractmethod" for one in decorators)
    return False


def _version(text: str) -> tuple[int, int]:
    match = _VERSION.match(text)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _things(text: str) -> Things:
    """The definitions, and the members of each class, without their docstrings."""
    _, *parts = _MODULE.split(text)
    found: Things = {}
    for module, code in zip(parts[::2], parts[1::2], strict=True):
        for node in ast.parse(code).body:
            thing = f"{module}.{_name(node)}"
            found[thing] = node
            if isinstance(node, ast.ClassDef):
                found |= {f"{thing}.{_name(member)}": member for member in node.body if _name(member)}
                node.body = []
    for node in found.values():
        if isinstance(node, ast.FunctionDef):
            node.body = []
    return found


def _name(node: ast.stmt) -> str:
    """The name that a statement defines; empty if it defines none, or several."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


class _Stub(ast.NodeTransformer):
    """Leaves of a definition what games can rely on, with the first line of each docstring."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node.args)
        node.returns = node.returns and self.visit(node.returns)
        node.body = [*_summary(node), ast.Expr(ast.Constant(...))]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        members = [self.visit(one) for one in node.body if _is_public(one)]
        for one in members:
            if isinstance(one, ast.Assign | ast.AnnAssign) and one.value is not None:
                one.value = ast.Constant(...)
        node.body = [*_summary(node), *members] or [ast.Pass()]
        node.keywords = [one for one in node.keywords if one.arg != "gc"]  # of the collector alone
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """The type alone of an annotated one."""
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[type_, *_])):
                return type_
        return node


def _stub(node: ast.stmt) -> ast.stmt:
    stub: ast.stmt = _Stub().visit(node)
    return stub


def _is_public(node: ast.stmt) -> bool:
    name = _name(node)
    return bool(name) and (not name.startswith("_") or name in ("__init__", "__call__"))


def _summary(node: ast.FunctionDef | ast.ClassDef) -> list[ast.stmt]:
    text = (ast.get_docstring(node) or "").partition("\n")[0]
    return [ast.Expr(ast.Constant(text))] if text else []
