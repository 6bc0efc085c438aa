"""What the tests are called."""

from __future__ import annotations

import ast
import re
from typing import Final

from tests.test_layers import ROOT, modules_in, nodes_of

NO_CLAIM: Final = re.compile("test_(how|when|where|what|which|who|whose|why)(ever)?(_|$)")
"""How a name begins that asks something, and so claims nothing."""


def test_the_name_of_every_test_is_a_claim() -> None:
    """It says in a few words what is true, so that a failure can be read from the list."""
    asking = {
        f"{file.relative_to(ROOT)}::{node.name}"
        for file in modules_in("tests")
        for node in nodes_of(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and NO_CLAIM.match(node.name)
    }
    assert not asking
