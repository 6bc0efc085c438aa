"""Discord's own description of its API, to check that requests are what it takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from simcord.types import HttpLogEntry

_HERE: Final = "urn:discord"
_IDS: Final = {"id", "users", "recipient_id", "message_id"}
_PARAMETER: Final = re.compile(r"\\\{[a-z_]+\\\}")


class Description:
    """An OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12."""

    def __init__(self, file: Path) -> None:
        self._document: dict[str, Any] = json.loads(file.read_text())
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_HERE, resource)

    def objections(self, requests: Iterable[HttpLogEntry]) -> Iterator[str]:
        """What is wrong with requests, a line for each that Discord would not take."""
        for request in requests:
            wrong = self._objection(request)
            if wrong:
                yield f"{request.method} {request.path}: {wrong}"

    def _objection(self, request: HttpLogEntry) -> str | None:
        operation = self._operation(request.method, request.path)
        if operation is None:
            return "no such request"
        if "requestBody" not in operation:
            return None if request.json is None else "takes no body"
        pointer = (
            f"{_HERE}#/paths/{_escaped(self._template(request.path))}/{request.method.lower()}"
        )
        schema = {"$ref": f"{pointer}/requestBody/content/application~1json/schema"}
        validator = Draft202012Validator(schema, registry=self._registry)
        error = best_match(validator.iter_errors(_with_snowflakes(request.json or {})))
        return None if error is None else f"{error.json_path}: {error.message}"

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        template = self._template(path)
        paths = self._document["paths"]
        return paths[template].get(method.lower()) if template else None

    def _template(self, path: str) -> str | None:
        """The described path that a path is one of; fixed words go before parameters."""
        found = [name for name, pattern in self._patterns.items() if pattern.fullmatch(path)]
        return min(found, key=lambda name: name.count("{"), default=None)

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        return {
            name: re.compile(_PARAMETER.sub("[^/]+", re.escape(name)))
            for name in self._document["paths"]
        }


def _escaped(part: str | None) -> str:
    """A word as a part of a JSON pointer in a URI."""
    assert part is not None
    return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _with_snowflakes(body: Any, key: str = "") -> Any:
    """A body with ids as strings: discord.py sends numbers in places, which Discord takes too."""
    match body:
        case dict():
            return {name: _with_snowflakes(value, name) for name, value in body.items()}
        case list():
            return [_with_snowflakes(value, key) for value in body]
        case int() if key in _IDS and not isinstance(body, bool):
            return str(body)
        case _:
            return body
