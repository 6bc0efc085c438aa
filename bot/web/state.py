"""What the page shows of a game: facts for the board, and the bot's own sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from discord import ui

from bot.edge.board_buttons import MOVE_ID, offer_view, page_rows
from bot.edge.buttons import MoveButton, MoveOption, doing, view_of
from bot.edge.sending.messages import Under, rows_of
from bot.features.explore.feature import EXPLORE, ROOM
from bot.features.explore.values import pack, trail_of
from bot.features.puzzle.collection_text import AGAIN
from bot.features.start.text import invitation
from bot.features.start.values import Challenge
from bot.match.notes import Note
from bot.match.session import BoardStyle, Person, Session, UserId
from bot.match.timing import NO_CLOCK
from bot.show import text
from bot.show.emoji import NO_EMOJI, fill_tokens
from bot.show.page import Drawn
from bot.show.render import shown_mark
from bot.show.sheet import strokes
from bot.show.style import has_intersections, mark, move_name
from bot.show.text.language import Sentence, marked, spoken_language
from bot.show.text.opening import opening_prompt
from bot.show.text.words import (
    ACCEPT,
    ANYONE,
    BACK,
    BOARD,
    DECLINE,
    JOIN,
    NEXT,
    WITHDRAW,
    bold,
    game_name,
    marked_player,
)
from engine import PRESETS, Position, Rules, Side, sheet_of


class End(StrEnum):
    """Why a page has no board: what it is told, and says in a sentence of its own."""

    STALE = "stale"
    UNLINKED = "unlinked"
    UNSEEN = "unseen"
    """Its person cannot see the channel."""
    CLOSED = "closed"
    """The bot cannot see it, or it is gone."""
    FULL = "full"
    AWAY = "away"
    SETUP = "setup"
    """The host has something to mend."""
    # inside Discord
    REFUSED = "refused"
    SILENT = "silent"
    UNPROVED = "unproved"
    UNKNOWN = "unknown"
    ABSENT = "absent"


_NO_GAME: Final = marked("No game is on here. Play one?")
_OFFERED: Final = ("tictactoe", "connect4", "gomoku")
"""The games that can be started where none is on."""
_WORDS: Final = {
    "connecting": marked("Connecting…"),
    "watching": marked("You are watching."),
    End.STALE: marked("This link is too old. Press [Open] under the board for a new one."),
    End.UNLINKED: marked("This address leads to no board. Press [Open] under one in Discord."),
    End.UNSEEN: marked("You can no longer see this channel in Discord, so its boards are closed."),
    End.CLOSED: marked("This channel is gone, or Kinarow may not see it."),
    End.FULL: marked("Too many boards are open just now. This page keeps trying."),
    End.AWAY: marked("Kinarow or Discord does not answer just now. Try again in a moment."),
    End.SETUP: marked("Kinarow is not set up for this page. Its log tells the host why."),
    End.REFUSED: marked("Discord did not tell Kinarow who you are. Try again, and allow it."),
    # Translators: Discord may be showing a question in a window of its own.
    End.SILENT: marked(
        "Discord has not answered. Answer its question if it asks one, or try again."
    ),
    End.UNPROVED: marked("Discord did not confirm who you are. Try again."),
    End.UNKNOWN: marked("Discord no longer knows this activity. Close it and open it again."),
    End.ABSENT: marked("Discord says you are not in this activity. Close it and open it again."),
    "again": AGAIN,
    # Translators: why somebody who opens the link of another person only watches.
    "used": marked(
        "Only the first browser that opens a link within ten minutes can play. "
        "Press [Open] under the board for your own."
    ),
    # Translators: a button that leads there.
    "channel": marked("To the channel"),
    "free": marked("free"),
    "forbidden": marked("forbidden"),
    # Translators: said after a mark that is taken off by the next move, as in “7: X, goes next”.
    "fading": marked("goes next"),
    "board": BOARD,
    "close": marked("Close"),
    "here": marked("Here: {names}"),
    # Translators: {count} people who only watch a game.
    "watchers": marked("watching: {count}"),
    "send": marked("Send"),
    # Translators: a button: each press plays the next move of those that follow a mistake.
    "follows": marked("What follows"),
}
_RIGHT_TO_LEFT: Final = frozenset(("ar",))
_YOURS: Final = {
    False: Sentence("Your turn: touch a tile."),
    True: Sentence("Your turn: touch a column."),
}
_THEIRS: Final = Sentence("{player} is to move.")
_CHOOSES: Final = Sentence("{player} is choosing a colour.")
_DISC: Final = ("🔶", "🟡")
"""A yellow stone on boards of emoji, in another shape than the red one, and as a page has it."""
_QUIET: Final = re.compile(r"^-# |^#+ ", re.MULTILINE)

_NOT_ON_PAGES: Final = re.compile("ttt:(?:(?:write|pad|board|open):|do:(?:style |board zoom)).*")
"""What a page does not need: the looks of a board in Discord, and other ways to move there."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """A game that anyone in the channel may join, and who has opened it."""

    challenge: Challenge
    opener: Person


def read_message(sent: str | bytes) -> Json:
    """A message of a page; one that is no object says nothing."""
    try:
        message = json.loads(sent)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def written(message: Json) -> str:
    """A message for a page, as it is sent."""
    return json.dumps(message, ensure_ascii=False)


def page_words() -> Json:
    """The page's own words in the current language, which language it is, and its direction."""
    language = spoken_language()
    return {
        "language": language,
        "direction": "rtl" if language in _RIGHT_TO_LEFT else "ltr",
        "words": {name: text.said(word) for name, word in _WORDS.items()},
    }


def board_state(
    session: Session, viewer: UserId | None, prefix: str, notes: Sequence[Note] = ()
) -> Json:
    """A game as JSON, for a viewer: a player, or None for whoever only watches.

    `legal` are moves: cells, or columns with gravity.
    """
    shown, position = _as_drawn(session), session.position
    me = _side(session, viewer)
    to_move = me is session.turn and session.ending is None and not session.bot_to_move
    moving = to_move or (viewer is not None and session.voting)
    legal = position.legal if moving and not session.choices else ()
    return position_json(position) | {
        "game": session.game,
        "version": session.version,
        "fouls": _cells(position.fouls) if session.ending is None else [],
        "legal": list(legal),
        "me": me.value if me is not None else None,
        "turn": session.turn.value,
        "over": session.ending is not None,
        "move": f"ttt:move:{session.game}:{position.ply}:%:{session.fingerprint}",
        "heading": plain(text.heading(shown)),
        "status": plain(_status(shown, prefix, yours=to_move)),
        "moved": plain(text.moved(shown)),
        "notes": plain(text.notes(notes, shown, prefix)) if notes else "",
    }


def _as_drawn(session: Session) -> Session:
    """The game in the style whose stones look like those of the page."""
    return replace(session, style=BoardStyle.IMAGE)


def page_state(
    session: Session,
    viewer: UserId | None,
    prefix: str,
    notes: Sequence[Note] = (),
    asked: Challenge | None = None,
    seat: Seat | None = None,
) -> Json:
    """What a page shows of a game: its state, an offer, and the buttons of whoever plays it.

    The viewer may be `asked` for another game by the one with whom they have played this. Once it
    is over another one may be open to anyone, by a `seat`.
    """
    state = board_state(session, viewer, prefix, notes)
    side, rows = _side(session, viewer), list[Json]()
    if side is not None:
        rows += buttons_json(view_of(*page_rows(session, yours=side is session.turn)))
    if session.offer is not None:
        state["offer"] = text.offer(_as_drawn(session), prefix)
        if side is session.offer.by.other:
            rows += buttons_json(offer_view(session))
    people = {person.id: person for person in session.people}
    if asked is not None and session.ending is not None and {viewer, asked.challenger} <= {*people}:
        assert viewer is not None, "one of the players is asked"
        name = bold(people[viewer].name)
        state["offer"] = invitation(people[asked.challenger], name, asked.terms)
        yes = button_json(doing("accept"), text.said(ACCEPT), "success")
        rows.insert(0, {"row": [yes, button_json(doing("decline"), text.said(DECLINE))]})
    elif seat is not None and viewer is not None and session.ending is not None:
        state["offer"] = _open_to_all(seat)
        rows.insert(0, {"row": [_seat_button(seat, viewer)]})
    shown = [[one for one in row["row"] if is_on_pages(one)] for row in rows]
    if session.ending is not None and viewer is not None:
        explored = [explore_button(session)] if rows and session.position.moves else []
        shown.append([*explored, *(_anyone() if session.guild and seat is None else ())])
    return state | {"buttons": [{"row": row} for row in shown if row]}


def time_left(session: Session, now: datetime) -> Json:
    """The seconds for the move or the vote, if there is a clock.

    Not when they end: a reader's clock may be wrong. The idle time of a server, to which nobody has
    agreed, is shown when its end is near.
    """
    clock, ends = session.clock, None
    if clock is None:
        ends = None if session.poll is None else session.poll.closes
    elif clock.agreed or (clock.reminds is not None and now >= clock.reminds):
        ends = clock.ends
    return {} if ends is None else {"left": (ends - now).total_seconds()}


def empty_state(viewer: UserId | None, seat: Seat | None = None, *, company: bool = False) -> Json:
    """A channel without a game, with buttons for games that can be started there.

    With `company` there are others, who may join one, or have opened one by a `seat`.
    """
    games = [button_json(doing(f"start {word}"), game_name(PRESETS[word])) for word in _OFFERED]
    state: Json = {"status": text.said(_NO_GAME), "buttons": [{"row": games}]}
    if seat is not None and viewer is not None:
        state["status"] = _open_to_all(seat)
        state["buttons"].insert(0, {"row": [_seat_button(seat, viewer)]})
    elif company:
        state["buttons"].append({"row": _anyone()})
    return state


def _anyone() -> list[Json]:
    """The button that opens a game to anyone in the channel."""
    return [button_json(doing("start open"), text.said(ANYONE))]


def _open_to_all(seat: Seat) -> str:
    """Who would like to play what, with whoever joins."""
    return plain(invitation(seat.opener, "", seat.challenge.terms))


def _seat_button(seat: Seat, viewer: UserId) -> Json:
    """The button that takes an open seat, or takes it back for who has opened it."""
    if viewer == seat.challenge.challenger:
        return button_json(doing("stop"), text.said(WITHDRAW))
    return button_json(doing("accept"), text.said(JOIN), "success")


def button_json(
    id_: str | None, label: str, style: str = "secondary", url: str | None = None
) -> Json:
    """A button for the page, with its id or where it leads to."""
    return {"id": id_, "url": url, "label": label, "style": style, "disabled": False}


def is_on_pages(button: Json) -> bool:
    """Whether a page shows a button of a board or a menu; moves are touched on the board itself."""
    id_ = button["id"] or ""
    return not re.fullmatch(MOVE_ID, id_) and not _NOT_ON_PAGES.fullmatch(id_)


def buttons_json(view: Under | None) -> list[Json]:
    """The buttons of a view in rows: the id, the label, the style, and the move if it is one.

    A menu is a row of buttons: the values of its options are their ids (`bot.edge.buttons.menu`).
    """
    rows = [[part for item in row for part in _item_json(item)] for row in rows_of(view)]
    return [{"row": row} for row in rows if row]


_NAMES: Final = {"◀": BACK, "▶": NEXT}
"""What a screen reader says of the buttons that have no words."""


def _item_json(item: ui.Item[Any]) -> Iterator[Json]:
    if isinstance(item, ui.Button):
        label = f"{item.emoji or ''} {item.label or ''}".strip()
        shown = button_json(item.custom_id, label, item.style.name, item.url)
        shown["disabled"] = item.disabled
        if label in _NAMES:
            shown["name"] = text.said(_NAMES[label])
        yield shown | ({"move": item.move} if isinstance(item, MoveButton) else {})
    elif isinstance(item, ui.Select):
        for option in item.options:
            shown = button_json(option.value, option.label)
            if is_on_pages(shown):
                yield shown | ({"move": option.move} if isinstance(option, MoveOption) else {})


def explore_button(session: Session) -> Json:
    """The button that explores a finished game, from the position before its last move."""
    packed = pack(trail_of(session), ROOM)
    assert packed is not None, "a number of a game and no moves after it fit"
    return button_json(f"ttt:explore:back:{packed}", text.said(EXPLORE))


def _side(session: Session, viewer: UserId | None) -> Side | None:
    if viewer is None or not session.is_played_by(viewer):
        return None
    return session.side_of(viewer)


def _status(session: Session, prefix: str, *, yours: bool) -> str:
    """Whose turn it is, or how the game ended; the buttons below say what can be done."""
    if session.ending is not None:
        return text.result(session)
    if session.voting and session.poll is not None and session.poll.closes is not None:
        untimed = replace(session.poll, seconds=NO_CLOCK, closes=None)  # its clock says when
        session = replace(session, poll=untimed)
    if session.bot_to_move or session.voting:
        return text.status(session, prefix)
    theirs = _CHOOSES if session.choices else _THEIRS
    whose = theirs.format(player=marked_player(session, session.turn))
    if session.choices and not yours:
        return whose
    prompt = str(_YOURS[session.rules.gravity]) if yours else whose
    return opening_prompt(session, prompt) if session.is_opening else prompt


def drawn_json(drawn: Drawn) -> Json:
    """A board of an answer: the position, what is drawn on it, and what can be played out.

    `marks` are emoji by cell, `own` and `theirs` lines of cells. `follows` are the cells of moves
    that follow, `after` the cells after each, and `end` is the line that the last one completes.
    """
    position, overlay = drawn.position, drawn.overlay
    last, after = position, list[str]()
    for move in drawn.follows:
        last = last.play(move)
        after.append(_stones_json(last))
    end = last.outcome.line if last.outcome is not None else ()
    best = overlay.ghost(position) or overlay.ring(position)
    marks = {
        position.landing(move): plain(shown_mark(mark, position.rules, BoardStyle.IMAGE))
        for move, mark in overlay.marks.items()
    }
    return position_json(position) | {
        "best": None if best is None else best - 1,
        "marks": {str(tile - 1): mark for tile, mark in marks.items()},
        "own": [_cells(line) for line in overlay.own],
        "theirs": [_cells(line) for line in overlay.theirs],
        "follows": _cells(last.tiles[position.ply :]),
        "after": after,
        "end": _cells(end),
        "strokes": _strokes_json(position.rules, (*overlay.own, *overlay.theirs, end)),
    }


def position_json(position: Position) -> Json:
    """A position: its cells, row by row from the top, are X, O or a dot each.

    `moves` are the cells in the order of play, `fades` is that of a mark which goes next.
    """
    rules, played = position.rules, _cells(position.tiles)
    line = position.outcome.line if position.outcome is not None else ()
    return {
        "rows": rules.rows,
        "columns": rules.columns,
        "layer": sheet_of(rules).layer,
        "grid": [_cells(row) for row in sheet_of(rules).tiles] if sheet_of(rules).layer else [],
        "gravity": rules.gravity,
        "look": _look(rules),
        "cells": _stones_json(position),
        "moves": played,
        "line": _cells(line),
        "strokes": _strokes_json(rules, (line,)),
        "fouls": _cells(position.fouls),
        "fades": None if position.fading is None else position.fading - 1,
        "names": [move_name(rules, move) for move in rules.moves],
        "sides": {side.value: plain(mark(rules, BoardStyle.IMAGE, side)) for side in Side},
    }


def _strokes_json(rules: Rules, lines: Iterable[tuple[int, ...]]) -> Json:
    """By each line of cells, as its numbers with commas, where its strokes begin and end."""
    drawn = {line: strokes(rules, line) for line in lines if len(line) > 1}
    return {
        ",".join(map(str, _cells(line))): [[*near, *far] for near, far in parts]
        for line, parts in drawn.items()
    }


def _stones_json(position: Position) -> str:
    cells = ["."] * position.rules.cells
    for tile, side in position.laid.items():
        cells[tile - 1] = side.value
    return "".join(cells)


def _cells(tiles: Iterable[int]) -> list[int]:
    """Tiles as the page counts them, from 0."""
    return [tile - 1 for tile in tiles]


def _look(rules: Rules) -> str:
    """How a board is drawn: falling discs, stones on lines, or marks on tiles."""
    if rules.gravity:
        return "discs"
    return "stones" if has_intersections(rules) else "marks"


def plain(words: str) -> str:
    """A sentence of the bot's as the page takes it: Unicode emoji, no small or large lines."""
    return _QUIET.sub("", fill_tokens(words, NO_EMOJI)).replace(*_DISC)
