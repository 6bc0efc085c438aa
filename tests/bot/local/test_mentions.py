"""Names that people type, and the mentions that are sent."""

from __future__ import annotations

import pytest

from bot.local.mentions import Mentions

MENTIONS = Mentions(
    {"@bob": "<@2>", "@bob the great": "<@3>", "@Kinarow": "<@4>", "#games": "<#5>"}
)


@pytest.mark.parametrize(
    "words,sent",
    [
        ("@bob", "<@2>"),
        ("!ttt start 3x3 @BOB x", "!ttt start 3x3 <@2> x"),
        ("@kinarow hint", "<@4> hint"),
        ("!ttt settings channels #Games", "!ttt settings channels <#5>"),
        ("(@bob, @Kinarow.) **@bob**'s", "(<@2>, <@4>.) **<@2>**'s"),
        ("@bob\n#games", "<@2>\n<#5>"),
    ],
)
def test_names_are_sent_as_mentions(words: str, sent: str) -> None:
    """In any case, beside any sign that is no part of a name."""
    assert MENTIONS.typed(words) == sent


@pytest.mark.parametrize(
    "words",
    [
        "@bobby",
        "@bob-by",
        "@bob.by",
        "mail@bob",
        "@@bob",
        "#games2",
        "#games-2",
        "https://example.com/@bob/#games",
        "<@2> and <#5>",
        "bob, carol and games",
        "say `!ttt start @bob`",
    ],
)
def test_other_words_are_sent_as_they_are(words: str) -> None:
    """Longer names, addresses, mentions and code."""
    assert MENTIONS.typed(words) == words


def test_the_longest_name_is_meant() -> None:
    """A name may begin with another's, and have spaces."""
    assert MENTIONS.typed("@Bob The Great and @bob the small") == "<@3> and <@2> the small"


def test_mentions_are_shown_as_names() -> None:
    """As people read them."""
    assert MENTIONS.shown("<@2>, see <#5>; <@7>") == "@bob, see #games; <@7>"
