"""What people call the games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.grammar import StartRequest
from engine import Level, Rules, Side, Variant
from tests.bot.match.asking import CONNECT4, GOMOKU, RENJU, TICTACTOE, start


@pytest.mark.parametrize(
    "words, rules",
    [
        ("", TICTACTOE),
        ("tictactoe", TICTACTOE),
        ("TTT", TICTACTOE),
        ("tic-tac-toe", TICTACTOE),
        ("Tic Tac Toe", TICTACTOE),
        ("connect4", CONNECT4),
        ("connect-four", CONNECT4),
        ("connect four", CONNECT4),
        ("ConnectFour", CONNECT4),
        ("c4", CONNECT4),
        ("four in a row", CONNECT4),
        ("4-in-a-row", CONNECT4),
        ("gomoku", GOMOKU),
        ("five", GOMOKU),
        ("five in a row", GOMOKU),
        ("4x4", Rules(4, 4, 4)),
        ("4x5x3", Rules(4, 5, 3)),
        ("4×5×3", Rules(4, 5, 3)),
        ("4 x 5 x 4", Rules(4, 5, 4)),
        ("4  x  5", Rules(4, 5, 4)),
        ("6x7x4g", CONNECT4),
        ("6x7x4 g", CONNECT4),
        ("6X7X4G", CONNECT4),
        ("6x7 gravity", CONNECT4),
        ("gravity 6x7", CONNECT4),
        ("７x7", Rules(7, 7, 5)),  # noqa: RUF001 - typed on a full-width keyboard
        ("gravity", Rules(3, 3, 3, gravity=True)),
        ("misere", Rules(3, 3, 3, misere=True)),
        ("misère gravity", Rules(3, 3, 3, gravity=True, misere=True)),
        ("connect4 misere", Rules(6, 7, 4, gravity=True, misere=True)),
        ("misere 4x4", Rules(4, 4, 4, misere=True)),
        ("renju", RENJU),
        ("gomoku RENJU", RENJU),
        ("連珠", RENJU),
        ("19x19 renju", replace(RENJU, rows=19, columns=19)),
        ("exact", replace(GOMOKU, variant=Variant.EXACT)),
        ("standard gomoku", replace(GOMOKU, variant=Variant.EXACT)),
        ("4x4 exact", Rules(4, 4, 4, variant=Variant.EXACT)),
        ("cờ caro", replace(GOMOKU, variant=Variant.CARO)),
        ("caro 20x20", Rules(20, 20, 5, variant=Variant.CARO)),
    ],
)
def test_a_game_goes_by_many_names(words: str, rules: Rules) -> None:
    """Presets, aliases, sizes and variants name the game, in any case and spacing."""
    assert start(words).rules == rules


@pytest.mark.parametrize(
    "words, rules",
    [
        ("viergewinnt", CONNECT4),
        ("Vier gewinnt", CONNECT4),
        ("Morpion", TICTACTOE),
        ("Puissance 4", CONNECT4),
        ("cuatro en linea", CONNECT4),
        ("tres en línea", TICTACTOE),
        ("jogo-da-velha", TICTACTOE),
        ("lig 4", CONNECT4),
        ("forza quattro", CONNECT4),
        ("Boter kaas en eieren", TICTACTOE),
        ("kolko i krzyzyk", TICTACTOE),
        ("Kółko i krzyżyk", TICTACTOE),
        ("Крестики-нолики", TICTACTOE),
        ("четыре в ряд", CONNECT4),
        ("п\u2019ять в ряд", GOMOKU),
        ("DÖRTLÜ", CONNECT4),
        ("五目並べ", GOMOKU),
        ("三目並べ", TICTACTOE),
        ("コネクトフォー", CONNECT4),
        ("오목", GOMOKU),
        ("틱택토", TICTACTOE),
        ("五子棋", GOMOKU),
        ("四子棋", CONNECT4),
        ("إكس أو", TICTACTOE),
        ("اربعة في صف", CONNECT4),
        ("टिक टैक टो", TICTACTOE),
        ("कनेक्ट फ़ोर", CONNECT4),
    ],
)
def test_a_game_is_called_as_people_call_it(words: str, rules: Rules) -> None:
    """In every language of the bot, with accents or without, whatever stands around."""
    assert start(words) == StartRequest(rules)
    assert start(f"easy {words} o") == StartRequest(rules, level=Level.EASY, side=Side.O)
