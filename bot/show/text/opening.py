"""Sentences about what players agree on, how the sides are assigned, and the rules of variants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.errors import Problem
from bot.match.series import WIN, Length
from bot.match.session import Bot, Session, Terms, matches
from bot.match.solved import known_result
from bot.show.style import BoardFormat, board_format, mark, move_name
from bot.show.text.language import Sentence, listed, said
from bot.show.text.words import player, row_name
from engine import Rules, Side, Variant

# Translators: behind the game above a board, as in “Connect Four · casual”, and in a menu of what
# can be agreed on: it counts for no rating; it does; no help is allowed.
CASUAL_TAG: Final = Sentence("casual")
RATED_TAG: Final = Sentence("rated")
STRICT_TAG: Final = Sentence("strict")
CASUAL: Final = Sentence("Casual: this game isn't rated.")
# Translators: a match of {count} games at most, or until somebody has {count} points.
BEST_OF: Final = Sentence("best of {count}")
FIRST_TO: Final = Sentence("first to {count}")
# Translators: {length} is “best of 3” or “first to 5”.
_SERIES: Final = Sentence(
    "It's a match, {length}: sides alternate, and a draw is half a point for each."
)
STRICT: Final = Problem.NO_HELP.value

_RULE: Final = Sentence("After the first move the second player may take it over (swap).")
# Translators: {source} is “own proof” or a paper, such as “Allis 1994”.
_SOLVED: Final = {
    Side.X: Sentence("With best play, whoever moves first wins on this board ({source})."),
    Side.O: Sentence("With best play, whoever moves second wins on this board ({source})."),
    None: Sentence("With best play, nobody wins on this board ({source})."),
}
# Translators: where the bot itself has proved who wins.
_OWN: Final = Sentence("my own proof")
# Translators: {rule} and {unfair} are sentences.
_REASONED: Final = {
    Side.X: Sentence("{unfair} {rule}"),
    Side.O: Sentence("{rule} {unfair} The swap doesn't change that."),
}
_TAKEN: Final = Sentence("{taker} has taken over the first move and now plays {mark}.")

_SWAP2: Final = Sentence(
    "swap2: one player places three stones, black, white, black. The other picks a colour, or "
    "places two more, white and black; then the first player picks."
)
COLOURS: Final = Sentence("X is black, O is white.")
# Translators: {prompt} is such as “alice, your turn: type a tile such as h8.”; {mark} is a stone.
_LAY: Final = Sentence("{prompt} Stone {number} of {count}: {mark}.")
# Translators: the words in backticks are typed; {x} and {o} are a black and a white stone.
_CHOOSE: Final = {
    False: Sentence("{player}, choose: `black` {x}, `white` {o}, or place `two more` stones."),
    True: Sentence("{player}, choose: `black` {x} or `white` {o}."),
}
"""What may be chosen, by whether it is the first player who chooses."""
# Translators: {stones} is such as “⚫ h8, ⚪ i9”.
_LAID: Final = Sentence("{player} placed {stones}.")
_LAYS_MORE: Final = Sentence("{player} places two more stones.")
_CHOSE: Final = Sentence("{player} chose {mark}.")
_STONE: Final = "{mark} **{move}**"

# Translators: {row} is such as “4 in a row”.
_EXACT: Final = Sentence(
    "The first to get exactly {row}, no more, wins: across, down or diagonally."
)
_CARO: Final = Sentence(
    "A row blocked at both ends by the other side doesn't count; the edge of the board "
    "doesn't block."
)
_RENJU: Final = Sentence(
    "X wins with exactly five in a row, O with five or more: across, down or diagonally."
)
_FOULS: Final = Sentence(
    "X may not make more than five in a row, two fours at once or two open threes at once, "
    "unless that makes five. A four is one stone short of five; an open three can become a "
    "four with both ends open, on a tile that isn't forbidden itself."
)
_VANISHING: Final = Sentence(
    "Each side has three marks at most: with its fourth its oldest goes, and only then rows count."
)
_PALE: Final = Sentence("The mark that goes next is pale, or a small letter where boards are text.")
_TORUS: Final = Sentence(
    "Rows go on over the edges: the last column is next to the first column, the last row to the "
    "first row."
)
# Translators: {count} is the number of layers.
_CUBE: Final = Sentence(
    "The board is a cube of {count} layers, drawn beside each other: rows run through them too."
)
_LAYERS: Final = Sentence("The lowest layer is drawn first; a column goes up through all of them.")
REPEATED: Final = Sentence(
    "If the same marks, put in the same order, stand for the third time, it's a draw."
)


def agreed(terms: Terms) -> Iterator[str]:
    """A sentence for each thing that holds in the game, where it is asked for."""
    if terms.casual:
        yield str(CASUAL)
    if terms.strict:
        yield said(STRICT)
    if terms.series is not None:
        yield _SERIES.format(length=length_name(terms.series))


def tags(session: Session) -> Iterator[str]:
    """The same in a word each, for the line above the board."""
    if session.casual:
        yield str(CASUAL_TAG)
    if session.strict:
        yield str(STRICT_TAG)
    if session.series is not None:
        yield length_name(session.series)
        yield score(session, Side.X)


def length_name(length: Length) -> str:
    """How long a match of several games is, such as “best of 3”."""
    return (FIRST_TO if length.first_to else BEST_OF).format(count=length.count)


def score(session: Session, first: Side) -> str:
    """How a match of several games stands, one player first, such as “1½-½”."""
    return "\N{EN DASH}".join(
        _points(matches.points(session, side)) for side in (first, first.other)
    )


def _points(halves: int) -> str:
    whole, half = divmod(halves, WIN)
    return f"{whole or ''}½" if half else str(whole)


def opening_rule(rules: Rules, *, swap: bool, swap2: bool) -> str:
    """How the sides are assigned; "" if in the usual way."""
    if swap2:
        return str(_SWAP2)
    return _swap_rule(rules) if swap else ""


def colours(session: Session) -> str:
    """Which letter is which colour, where swap2 is played with letters; else ""."""
    drawn = board_format(session.rules, session.style) is BoardFormat.IMAGE
    return "" if session.swap2 is None or drawn else str(COLOURS)


def _swap_rule(rules: Rules) -> str:
    """The swap rule, and that the board is unfair if that is known."""
    found = known_result(rules)
    if found is None or found.winner is None:
        return str(_RULE)
    return _REASONED[found.winner].format(unfair=solved(rules), rule=_RULE)


def solved(rules: Rules) -> str:
    """Who wins with best play, and who has found that; "" if nobody has."""
    found = known_result(rules)
    if found is None:
        return ""
    return _SOLVED[found.winner].format(source=found.paper or str(_OWN))


def taken_over(session: Session) -> str:
    """That a player took over the first move."""
    return _TAKEN.format(
        taker=player(session, Side.X), mark=mark(session.rules, session.style, Side.X)
    )


def opening_prompt(session: Session, prompt: str) -> str:
    """What the player to move may do in the opening; `prompt` says how to move elsewhere."""
    assert session.swap2 is not None, "swap2 is played"
    marks = {side: mark(session.rules, session.style, side) for side in Side}
    if session.choices:
        return _CHOOSE[session.swap2.first_chooses].format(
            player=player(session, session.turn), x=marks[Side.X], o=marks[Side.O]
        )
    return _LAY.format(
        prompt=prompt,
        number=session.position.ply + 1,
        count=session.swap2.stones,
        mark=marks[session.position.side],
    )


def opened(session: Session) -> str:
    """What was done last in the opening of swap2: laid, or chosen; "" for a later move."""
    swap2, ply = session.swap2, session.position.ply
    assert swap2 is not None, "swap2 is played"
    if swap2.settled:
        return _chosen(session) if ply <= swap2.stones + 1 else ""
    if ply == swap2.floor:
        return _LAYS_MORE.format(player=player(session, session.turn)) if ply else ""
    stones = (_stone(session, one) for one in range(swap2.floor + 1, ply + 1))
    return _LAID.format(player=player(session, session.mover(ply)), stones=listed(stones))


def _stone(session: Session, ply: int) -> str:
    side = Side.X if ply % 2 else Side.O
    return _STONE.format(
        mark=mark(session.rules, session.style, side),
        move=move_name(session.rules, session.position.moves[ply - 1], session.style),
    )


def _chosen(session: Session) -> str:
    """Who took which colour; "" a move later, unless the engine did both at once."""
    assert session.swap2 is not None, "swap2 is played"
    began = session.swap2.first_chooses
    chooser = session.beginner if began else session.beginner.other
    if session.position.ply > session.swap2.stones and (
        chooser is not Side.O or not isinstance(session.seats[chooser].player, Bot)
    ):
        return ""
    return _CHOSE.format(
        player=player(session, chooser), mark=mark(session.rules, session.style, chooser)
    )


def rules_of_variant(rules: Rules) -> Iterator[str]:
    """What wins and what is forbidden by the rules of a variant; nothing for freestyle."""
    if rules.variant is Variant.FREESTYLE:
        return
    if rules.variant is Variant.VANISHING:
        yield from map(str, (_VANISHING, _PALE))
        return
    if not rules.flat:
        cube = rules.variant is Variant.CUBE
        yield _CUBE.format(count=rules.rows) if cube else str(_TORUS)
        if cube and rules.gravity:
            yield str(_LAYERS)
        return
    yield (_RENJU if rules.variant is Variant.RENJU else _EXACT).format(row=row_name(rules))
    if rules.variant is Variant.CARO:
        yield str(_CARO)
    if rules.variant is Variant.RENJU:
        yield str(_FOULS)
