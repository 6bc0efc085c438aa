"""Which mutants a module has: each is one small fault in one function.

    comparisons     < and <=, == and !=, is and is not, in and not in
    arithmetic      + and -, * and //, shifts, & and |
    conditions      and and or, what is negated and what is not, a filter left out
    values          True and False, a number and the next one, a member of an enum and the next one
    calls           min and max, any and all, an argument of a query or of `replace` left out
    statements      a call, a raise, a change of an attribute, break or continue left out

Numbers outside functions are measured, not reasoned, and are left as they are. So are annotations,
assertions, f-strings and what is written to the log.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from typing import Any, Final, NamedTuple

_SWAPS: Final[Mapping[type, type]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
_LOSING: Final = {"replace", "_replace", "where", "and_", "or_", "values", "order_by"}
"""Calls that are still calls without one of their arguments."""
_LOGS: Final = ("_LOGGER.", "_log.", "log.", "logging.")
_SIMPLE: Final = (ast.Name, ast.Attribute, ast.Call, ast.Await, ast.NamedExpr)
"""Conditions to negate; others have an operator to swap."""
_LEFT_OUT: Final = (ast.Raise, ast.Break, ast.Continue, ast.AugAssign, ast.Delete)


class Mutant(NamedTuple):
    """One fault: which code of a function becomes what."""

    module: str
    """The path of the file, from the root of the repository."""
    line: int
    what: str
    """The function, the code as it was and as it is, and which of several alike it is."""
    source: bytes
    """The whole module with the fault in it."""

    @property
    def name(self) -> str:
        """Its identity, as long as the function stays as it is."""
        return f"{self.module} {self.what}"


class _Fault(NamedTuple):
    """What the code of a node becomes, and how that is described if not by both texts."""

    now: str
    told: str = ""


def mutants(module: str, source: bytes, names: Mapping[str, Any]) -> list[Mutant]:
    """All mutants of a module, from its source and what its names stand for."""
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    alike: Counter[str] = Counter()
    made = []
    for where, node, fault in _faults(ast.parse(source), names):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = starts[node.lineno - 1] + node.col_offset
        last = starts[node.end_lineno - 1] + node.end_col_offset
        what = f"{where}: {fault.told or f'{ast.unparse(node)} -> {fault.now}'}"
        alike[what] += 1
        if alike[what] > 1:
            what += f" #{alike[what]}"
        now = fault.now if isinstance(node, ast.stmt) else f"({fault.now})"
        made.append(
            Mutant(module, node.lineno, what, source[:first] + now.encode() + source[last:])
        )
    return made


def _faults(
    tree: ast.Module, names: Mapping[str, Any]
) -> Iterator[tuple[str, ast.expr | ast.stmt, _Fault]]:
    """The function and the node of each fault, and the fault."""
    waiting: list[tuple[str, bool, ast.AST]] = [("module", False, tree)]
    while waiting:
        where, inside, node = waiting.pop()
        if isinstance(node, ast.expr | ast.stmt):
            if isinstance(node, ast.Call):
                for fault in _with_less(node):
                    yield where, node, fault
            if inside:
                for now in _instead_of(node, names):
                    yield where, node, _Fault(now)
        if inside:
            for condition, now in _conditions(node):
                yield where, condition, _Fault(now)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            where = node.name if where == "module" else f"{where}.{node.name}"
            inside = inside or not isinstance(node, ast.ClassDef)
        waiting.extend((where, inside, child) for child in reversed(_parts(node)))


def _parts(node: ast.AST) -> list[ast.AST]:
    """What of a node may have a fault."""
    match node:
        case ast.Assert() | ast.JoinedStr():
            return []
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return list(node.body)
        case ast.AnnAssign():
            return [node.value] if node.value else []
        case ast.Expr() if _is_log(node):
            return []
    return list(ast.iter_child_nodes(node))


def _with_less(node: ast.Call) -> Iterator[_Fault]:
    """Calls without one of their arguments, where that is still a call."""
    called = _called(node)
    if called not in _LOSING:
        return
    if len(node.args) + len(node.keywords) > 1 and called != "replace":
        for i, argument in enumerate(node.args):
            now = _changed(node, args=node.args[:i] + node.args[i + 1 :])
            yield _Fault(now, f"{called} without {ast.unparse(argument)}")
    for i, keyword in enumerate(node.keywords):
        now = _changed(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])
        yield _Fault(now, f"{called} without {ast.unparse(keyword)}")


def _instead_of(node: ast.expr | ast.stmt, names: Mapping[str, Any]) -> Iterator[str]:
    """The texts that a node of a function may become."""
    match node:
        case ast.Compare():
            for i, operator in enumerate(node.ops):
                swapped = [*node.ops[:i], _SWAPS[type(operator)](), *node.ops[i + 1 :]]
                yield _changed(node, ops=swapped)
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _SWAPS:
            if not ast.unparse(node)[0].isupper():  # else it is a union of types
                yield _changed(node, op=_SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield ast.unparse(node.operand)
        case ast.Constant(value=bool(value)):
            yield repr(not value)
        case ast.Constant(value=int(value)):
            yield repr(value + 1)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr.isupper():
            kind = names.get(name)
            if isinstance(kind, EnumMeta) and attr in kind.__members__:
                members = list(kind.__members__)
                yield f"{name}.{members[(members.index(attr) + 1) % len(members)]}"
        case ast.Name(id=name) if name in _NAMES:
            yield _NAMES[name]
        case ast.Expr(value=ast.Call() | ast.Await()) if not _is_log(node):
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()], value=value):
            if not isinstance(value, ast.Name):  # else what was given is kept, to be used
                yield "pass"
        case _ if isinstance(node, _LEFT_OUT):
            yield "pass"


def _conditions(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Conditions without an operator, negated, and filters, left out."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if isinstance(test, _SIMPLE):
                yield test, f"not {ast.unparse(test)}"
        case ast.comprehension():
            yield from ((condition, "True") for condition in node.ifs)


def _is_log(node: ast.Expr) -> bool:
    """Whether a statement writes to the log."""
    return ast.unparse(node).startswith(_LOGS)


def _called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    return ast.unparse(node.func).rpartition(".")[2]


def _changed(node: ast.expr, **fields: Any) -> str:
    """The text of a node with other fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return ast.unparse(other)
