"""The buttons and menus of the help, of its pages and of the greeting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import LONGEST_ID, Button, Menu, button, doing, menu, option, view_of
from bot.features import mine
from bot.features.guide import text as guide_text
from bot.features.peace.buttons import ID as CHALLENGES_ID
from bot.features.peace.text import CHALLENGES
from bot.features.train.text import TRAIN
from bot.match.session import Person, Session
from bot.show import text
from bot.show.text.guide import PAGE_LABELS, TOPICS, HelpPage
from bot.show.text.words import ANYONE, CHOOSE, NEW_GAME, command, title, unformatted
from engine import PRESETS

FORM: Final = "ttt:form"
"""The id of the button that opens the form for a game, and of the form."""
_FIRST_GAMES: Final = ("tictactoe", "connect4", "gomoku")
_LONGEST_LABEL: Final = 70
_TRAIN: Final = "ttt:train:next"
_LONGEST: Final = 80
"""The most characters of a label."""


def help_view() -> ui.View:
    """The button that begins a game, and those of the pages behind the help."""
    return view_of(_pages(None))


def page_view(page: HelpPage, *, in_server: bool, opponents: Sequence[Person] = ()) -> ui.View:
    """What a page of the help offers, and the buttons of all pages.

    That about friends offers another game with the most frequent `opponents`.
    """
    again = [
        _does(
            guide_text.AGAIN.format(name=unformatted(person.name))[:_LONGEST],
            f"rematch <@{person.id}>",
        )
        for person in opponents
    ]
    offers: list[Sequence[Button | Menu]] = list(_offers(page, in_server=in_server))
    if again:
        offers.append(again)
    return view_of(*offers, _pages(page))


def asked_view(label: str, words: str) -> ui.View | None:
    """The button that runs a command which was probably meant; None if it is too long for one."""
    fits = len(doing(words)) <= LONGEST_ID and len(label) <= _LONGEST_LABEL
    return view_of([_does(f"{label}?", words)]) if fits else None


def board_menu_view(session: Session, prefix: str) -> ui.View:
    """The menu of what else can be done in a game, each with what to type for it."""
    options = [
        option(text.said(label), doing(words), command(prefix, words).strip("` "))
        for words, label in guide_text.offered(session)
    ]
    return view_of([menu(CHOOSE, options)])


def _pages(shown: HelpPage | None) -> list[Button]:
    primary, plain = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    begins = _does(text.said(PAGE_LABELS[HelpPage.PLAY]), "start")  # what is usual there
    others = [
        button(label, f"ttt:help:{page.value}", primary if page is shown else plain)
        for page, label in PAGE_LABELS.items()
        if page is not HelpPage.PLAY
    ]
    return [begins, *others]


def _offers(page: HelpPage, *, in_server: bool) -> Iterator[list[Button | Menu]]:
    new = button(NEW_GAME, FORM, discord.ButtonStyle.success)
    match page:
        case HelpPage.PLAY:
            games = [_does(title(PRESETS[game]), f"start {game}") for game in _FIRST_GAMES]
            yield [*games, new]
        case HelpPage.FRIENDS:
            anyone = [_does(text.said(ANYONE), "start open")]
            best = [_does(text.said(guide_text.BEST), "top")]
            asked = [button(CHALLENGES, CHALLENGES_ID)]
            yield [*(anyone if in_server else ()), new, *(best if in_server else ()), *asked]
        case HelpPage.LEARN:
            yield [_does(text.said(guide_text.PUZZLE), "puzzle"), button(TRAIN, _TRAIN)]
        case HelpPage.MORE:
            words = sorted(TOPICS)
            half = -(-len(words) // 2)
            for part in (words[:half], words[half:]):
                options = (option(word, f"ttt:about:{word}") for word in part)
                yield [menu(guide_text.WHICH_WORD, options, f"{part[0]} … {part[-1]}")]
            yield [button(mine.MINE, mine.ID), new]


def _does(label: str, words: str) -> Button:
    """A button that does what words do when they are typed."""
    return ui.Button(label=label, custom_id=doing(words), style=discord.ButtonStyle.success)
