"""Discord's own description of its API, to check that it would accept requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from jsonschema_rs import Draft202012Validator, Registry
from simcord.types import HttpLogEntry

_HERE: Final = "urn:discord"
_IDS: Final = {"id", "users", "recipient_id", "message_id"}
_NUMBER: Final = re.compile("(?<=/)[0-9]+(?=/|$)")
_PARAMETER: Final = re.compile(r"\\\{[a-z_]+\\\}")


class Description:
    """An OpenAPI 3.1 document, whose schemas are JSON Schema 2020-12."""

    def __init__(self, file: Path) -> None:
        self._document: dict[str, Any] = json.loads(file.read_text())
        self._registry = Registry([(_HERE, self._document)])
        self._validators: dict[str, Draft202012Validator] = {}
        self._templates: dict[str, str | None] = {}

    def objections(self, requests: Iterable[HttpLogEntry]) -> Iterator[str]:
        """What is wrong with requests, a line for each that Discord would not accept."""
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
        body = _with_snowflakes(request.json or {})
        error = next(self._validator(pointer).iter_errors(body), None)
        return None if error is None else f"{error.instance_path}: {error.message}"

    def _validator(self, pointer: str) -> Draft202012Validator:
        """What checks the body of an operation, made once."""
        if pointer not in self._validators:
            schema = {"$ref": f"{pointer}/requestBody/content/application~1json/schema"}
            self._validators[pointer] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[pointer]

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        template = self._template(path)
        paths = self._document["paths"]
        return paths[template].get(method.lower()) if template else None

    def _template(self, path: str) -> str | None:
        """The described path that a path matches; fixed words go before parameters."""
        alike = _NUMBER.sub("0", path)
        if alike not in self._templates:
            found = [name for name, pattern in self._patterns.items() if pattern.fullmatch(alike)]
            self._templates[alike] = min(found, key=lambda name: name.count("{"), default=None)
        return self._templates[alike]

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
