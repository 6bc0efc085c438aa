"""Updates the catalogues of translations: `make messages`, or `python -m bot.run.messages`.

It reads the sentences from the code, and the descriptions of slash commands from the commands.
Then it writes `bot/show/locale/kinarow.pot` and updates each catalogue: new sentences are added
without a translation, changed ones are marked as fuzzy, and old ones are removed.
`python -m bot.run.messages LANGUAGE` creates a catalogue for a language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.client.services import FEATURES
from bot.edge.ways import described
from bot.show.languages import NAMES, TEMPLATE, catalogue_file, languages

_KEYWORDS: Final[dict[str, Any]] = {
    "Sentence": None,
    "marked": None,
    "sentence": None,
    "forms": (1, 2),
}
_COMMENTS: Final = ("Translators:",)
_ROOT: Final = Path(__file__).parents[1]
_LEFT_OUT: Final = (
    *("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Last-Translator"),
    *("Report-Msgid-Bugs-To", "Language-Team"),
)
"""Headers that change with every run, or name the person who ran it."""
_SHORT: Final = "at most 100 characters"
_HEADER: Final = "# Kinarow in other languages. See README.md, “Working on it”.\n#"


def template() -> Catalog:
    """Return all sentences, each with the file that contains it."""
    found = Catalog(
        project="Kinarow", version="1", header_comment=_HEADER, charset="utf-8", fuzzy=False
    )
    sentences = extract_from_dir(
        _ROOT, keywords=_KEYWORDS, comment_tags=_COMMENTS, strip_comment_tags=True
    )
    for file, _, words, comments, context in sentences:
        place = f"bot/{Path(file).as_posix()}"
        found.add(words, locations=[(place, 0)], auto_comments=comments, context=context)
    for name, words in sorted(slash_descriptions()):
        place = "/".join(("slash", *name.split()))
        found.add(words, locations=[(place, 0)], auto_comments=[_SHORT])
    return found


def slash_descriptions() -> Iterator[tuple[str, str]]:
    """Yield names and descriptions of all slash commands and their options."""
    for feature in FEATURES:
        yield from described(feature)


def updated(language: str, sentences: Catalog) -> Catalog:
    """Return the catalogue of a language with these sentences and its existing translations."""
    file = catalogue_file(language)
    locale = language.replace("-", "_")
    if file.is_file():
        with file.open("rb") as source:
            catalogue = read_po(source, locale=locale, abort_invalid=True)
    else:
        catalogue = Catalog(locale=locale, project="Kinarow", version="1", fuzzy=False)
    catalogue.header_comment = _HEADER
    catalogue.update(sentences)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> str:
    """Return the text of a catalogue file. It is the same whenever and wherever it is written."""
    file = BytesIO()
    write_po(file, catalogue, width=0, sort_by_file=True, include_lineno=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(
        line for line in lines if not line.startswith(tuple(f'"{key}' for key in _LEFT_OUT))
    )


def main(new: list[str]) -> None:
    """Write the template and all catalogues, and create those of `new` languages."""
    if unknown := set(new) - set(NAMES):
        raise SystemExit(f"wanted languages of {', '.join(NAMES)}, not {', '.join(unknown)}")
    sentences = template()
    TEMPLATE.write_text(written(sentences), encoding="utf-8")
    for language in dict.fromkeys((*languages()[1:], *new)):
        file = catalogue_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written(updated(language, sentences)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
