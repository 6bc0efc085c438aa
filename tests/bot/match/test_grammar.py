"""Words after a command, and moves among messages."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Problem, UserError
from bot.match.grammar import (
    StartRequest,
    asked_move,
    may_concern,
    move_text,
    parse_coach,
    parse_code,
    parse_game_number,
    parse_level,
    parse_start,
    parse_stats,
    parse_style,
    parse_top,
    parse_vote,
    unknown,
)
from bot.match.levels import Strength
from bot.match.session import BoardStyle, Coach
from bot.match.vote import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from engine import MAX_SIDE, MIN_SIDE, Level, Rules, Side, Variant, encode_game
from tests.bot.builders import ALL_RULES, crowded

TICTACTOE = Rules(3, 3, 3)
CONNECT4 = Rules(6, 7, 4, gravity=True)
GOMOKU = Rules(15, 15, 5)
RENJU = Rules.parse("renju")


def start(words: str) -> StartRequest:
    """What the words ask for where 3x3 is the usual game."""
    return parse_start(words, TICTACTOE)


def problem(words: str) -> UserError:
    """The error that the words meet."""
    with pytest.raises(UserError) as caught:
        start(words)
    return caught.value


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


def test_words_stand_in_any_order() -> None:
    """The same words in another order ask for the same."""
    wanted = StartRequest(
        Rules(4, 4, 4), None, False, Level.HARD, Side.O, Coach.BEFORE, BoardStyle.TEXT
    )
    assert start("4x4 hard o coach style text") == wanted
    assert start("text coach O 4X4 level HARD") == wanted


@pytest.mark.parametrize(
    "words, style",
    [
        ("", None),
        ("emoji", BoardStyle.EMOJI),
        ("style image", BoardStyle.IMAGE),
        ("image dark", BoardStyle.IMAGE),
        ("dark", BoardStyle.IMAGE),
        ("light", BoardStyle.LIGHT),
        ("style image light", BoardStyle.LIGHT),
        ("light image", BoardStyle.LIGHT),
    ],
)
def test_a_picture_may_be_dark_or_light(words: str, style: BoardStyle | None) -> None:
    """A theme is that of a picture, which need not be named."""
    assert start(words).style is style


@pytest.mark.parametrize(
    "words, side",
    [
        ("x", Side.X),
        ("first", Side.X),
        ("o", Side.O),
        ("second", Side.O),
        ("random", None),
        ("", None),
        ("3x3 x", Side.X),
        ("4 x 5 x", Side.X),
        ("x 4 x 5", Side.X),
    ],
)
def test_a_side_is_not_taken_for_a_size(words: str, side: Side | None) -> None:
    """A lone x is a side, next to a size too."""
    assert start(words).side is side


@pytest.mark.parametrize("words", ["<@123>", "<@!123>", "vs <@123>", "against <@123> 3x3"])
def test_a_mention_is_the_opponent(words: str) -> None:
    """Both forms of a mention name the member to challenge."""
    assert start(words).opponent == 123


def test_open_lets_anyone_join() -> None:
    """`open` asks for no member in particular."""
    assert start("open") == StartRequest(TICTACTOE, open=True)


@pytest.mark.parametrize("words", ["against the bot", "vs me", "Against  THE\nbot"])
def test_fillers_say_nothing(words: str) -> None:
    """Words that only surround others change nothing."""
    assert start(words) == StartRequest(TICTACTOE)


def test_swap_is_a_word_of_start() -> None:
    """Whoever asks for it gets the rule, in any place and case."""
    assert start("gomoku SWAP <@1>").swap
    assert not start("gomoku <@1>").swap


def test_swap2_is_a_word_of_start_that_means_gomoku_if_nothing_else_is_named() -> None:
    """Where the usual game is one for it, that is played; elsewhere a named one has to be."""
    for words, rules in (
        ("swap2", GOMOKU),
        ("gomoku SWAP2 <@1>", GOMOKU),
        ("20x20x5 swap2", Rules(20, 20, 5)),
    ):
        asked = start(words)
        assert (asked.swap, asked.swap2, asked.rules) == (False, True, rules)
    assert parse_start("swap2", Rules(19, 19, 5)).rules == Rules(19, 19, 5)
    assert not start("gomoku swap").swap2
    for words in ("3x3 swap2", "connect4 swap2", "gomoku misere swap2", "gravity swap2"):
        assert problem(words).problem is Problem.SWAP2_BOARD


# Votes.


@pytest.mark.parametrize(
    "words, seconds",
    [
        ("", DEFAULT_SECONDS),
        ("30s", 30),
        ("45 sec", 45),
        ("2m hard", 120),
        ("2 Minutes", 120),
        ("1h", 3_600),
        ("4x4 10s", MIN_SECONDS),
        ("24 hours", MAX_SECONDS),
        ("30s 30s", 30),
    ],
)
def test_a_vote_has_a_time(words: str, seconds: int) -> None:
    """In seconds, minutes or hours; half a minute where none is named."""
    assert parse_vote(words, TICTACTOE).seconds == seconds


@pytest.mark.parametrize("words", ["9s", "0s", "0 minutes", "25h", "86401s", "999999999h"])
def test_a_time_out_of_bounds_is_refused(words: str) -> None:
    """Too short to read the board, or longer than a day."""
    with pytest.raises(UserError) as caught:
        parse_vote(words, TICTACTOE)
    assert caught.value.problem is Problem.VOTE_SECONDS


@pytest.mark.parametrize("words", ["4x4 misere x hard", "connect 4 o", "c4", "3 x 3", "6x7x4 g"])
def test_a_vote_takes_the_words_of_start(words: str) -> None:
    """No number of a board is taken for a time."""
    assert parse_vote(f"{words} 30s", TICTACTOE).start == start(words)
    assert parse_vote(words, TICTACTOE).seconds == DEFAULT_SECONDS


@pytest.mark.parametrize("words", ["open", "<@1>", "swap", "30s 1m", "30x", "1m30s", "30 s s"])
def test_what_makes_no_vote_is_refused(words: str) -> None:
    """A vote is everyone against the engine, with one time for each turn."""
    with pytest.raises(UserError):
        parse_vote(words, TICTACTOE)


@given(st.text(max_size=200))
def test_any_words_make_a_vote_or_a_refusal(words: str) -> None:
    """Nothing that can be typed is a defect."""
    with suppress(UserError):
        assert MIN_SECONDS <= parse_vote(words, TICTACTOE).seconds <= MAX_SECONDS


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_word(level: Level) -> None:
    """A level is asked for by its name."""
    assert start(level.value.upper()).level is level


@pytest.mark.parametrize(
    "words, asked",
    [
        ("1200", StartRequest(TICTACTOE, level=Strength(1200))),
        ("level 100", StartRequest(TICTACTOE, level=Strength(100))),
        ("elo 3500 gomoku", StartRequest(Rules.parse("gomoku"), level=Strength(3500))),
        ("1200 4x4", StartRequest(Rules.parse("4x4"), level=Strength(1200))),
        ("1200 x 4x4", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("4x4 x 1200", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("4 x 4 x 4 x 1200", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("10x10x5 900", StartRequest(Rules.parse("10x10x5"), level=Strength(900))),
    ],
)
def test_a_number_is_a_strength(words: str, asked: StartRequest) -> None:
    """With at least three digits, and apart from the sides of a board."""
    assert start(words) == asked


@pytest.mark.parametrize("words", ["099", "3501", "00000", "9" * 500])
def test_a_strength_beyond_all_is_refused(words: str) -> None:
    """With the numbers there are, and in short."""
    error = problem(f"4x4 {words}")
    assert error.problem is Problem.NO_STRENGTH
    assert (error.facts["least"], error.facts["most"]) == (100, 3500)
    with pytest.raises(UserError) as refused:
        parse_level(words)
    assert refused.value.problem is Problem.NO_STRENGTH


@pytest.mark.parametrize("words", ["5", "12", "1200.5", "-1200", "1200!"])
def test_other_numbers_are_unknown_words(words: str) -> None:
    """A tile is no strength."""
    assert problem(words).problem is Problem.UNKNOWN_WORD
    with pytest.raises(UserError) as refused:
        parse_level(words)
    assert refused.value.problem is Problem.UNKNOWN_WORD


@pytest.mark.parametrize(
    "words, nearest",
    [
        ("gomuku", "gomoku"),
        ("conect4", "connect4"),
        ("esay", "easy"),
        ("viergewint", "viergewinnt"),
        ("?zz", ""),
    ],
)
def test_an_unknown_word_meets_the_nearest_known(words: str, nearest: str) -> None:
    """A misspelt word is answered with the one that was meant, if any."""
    error = problem(f"4x4 {words} x")
    assert error.problem is Problem.UNKNOWN_WORD
    assert error.facts == {"word": words, "nearest": nearest}


@pytest.mark.parametrize("words", ["@bob", "bob", "pente", "exit", "zzzzzz", "@Big", "Al_99"])
def test_a_word_like_nothing_may_be_a_member(words: str) -> None:
    """Whom nobody has chosen from Discord's list; no game is suggested that is hardly like it."""
    for error in (problem(f"easy {words}"), problem(f"{words} 4x4")):
        assert error.problem is Problem.PICK_MEMBER
        assert error.facts == {"word": words.lower()}


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


@pytest.mark.parametrize("words, thread", [("thread", True), ("here", False), ("", None)])
def test_where_a_game_is_played(words: str, thread: bool | None) -> None:
    """In a thread of its own, here, or where the server wants it."""
    assert start(f"4x4 {words}") == StartRequest(Rules(4, 4, 4), thread=thread)


@pytest.mark.parametrize("words", ["3x3x", "3x3x3x3", "-3x3", "3xx3", "<@&5>", "<@>", "3.5x4"])
def test_what_is_almost_a_choice_is_an_unknown_word(words: str) -> None:
    """Nothing is read out of the middle of a word."""
    assert problem(words).problem is Problem.UNKNOWN_WORD


@pytest.mark.parametrize(
    "words, first, second",
    [
        ("3x3 4x4", "3x3", "4x4"),
        ("gomoku connect4", "gomoku", "connect4"),
        ("4x4 x 5x5", "4x4", "5x5"),
        ("easy hard", "easy", "hard"),
        ("first second", "x", "o"),
        ("x random", "x", "random"),
        ("text emoji", "text", "emoji"),
        ("light dark", "light", "dark"),
        ("text light", "text", "light"),
        ("dark emoji", "emoji", "dark"),
    ],
)
def test_two_choices_of_one_thing_exclude_each_other(words: str, first: str, second: str) -> None:
    """Two games, levels, sides or styles are refused with both named."""
    error = problem(words)
    assert error.problem is Problem.TWO_GAMES
    assert error.facts == {"first": first, "second": second}


@pytest.mark.parametrize("words", ["open <@!5>", "<@5> open", "<@5> 4x4 <@6>"])
def test_one_member_is_challenged_or_anyone(words: str) -> None:
    """Two opponents are refused without a word of their ids."""
    assert problem(words).problem is Problem.TWO_OPPONENTS
    assert problem(words).facts == {}


def test_a_choice_may_be_repeated() -> None:
    """The same choice twice is that choice."""
    assert start("c4 connect4 easy easy first x") == StartRequest(
        CONNECT4, level=Level.EASY, side=Side.X
    )


@pytest.mark.parametrize("shape", ["2x3", "21x3", "3x0", "0x0x0", "99999x3", "9" * 5000 + "x3"])
def test_a_board_out_of_size_is_refused(shape: str) -> None:
    """A board too small or too large comes back with the sides there are."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_SIZE
    assert (error.facts["least"], error.facts["most"]) == (MIN_SIDE, MAX_SIDE)
    assert len(str(error.facts["text"])) <= 30


@pytest.mark.parametrize(
    "words, facts",
    [
        ("3x3 renju", {"text": "3x3", "variant": "renju", "goals": "5"}),
        ("exact connect4", {"text": "connect4", "variant": "exact", "goals": "4/5"}),
        ("caro misere", {"text": "misere", "variant": "caro", "goals": "4/5"}),
    ],
)
def test_a_variant_is_for_some_boards(words: str, facts: dict[str, str]) -> None:
    """Where overlines count there is no gravity and no misere, and the goal is 4 or 5."""
    error = problem(words)
    assert error.problem is Problem.VARIANT
    assert error.facts == facts


def test_two_variants_contradict_each_other() -> None:
    """Nothing is renju and caro at once."""
    assert problem("renju caro").problem is Problem.TWO_GAMES


def test_a_variant_is_played_on_the_usual_board_if_it_can() -> None:
    """Alone it goes with the board of the server, else with that of gomoku."""
    wide = Rules(19, 19, 5)
    assert parse_start("caro", wide).rules == replace(wide, variant=Variant.CARO)
    assert parse_start("caro", CONNECT4).rules == replace(GOMOKU, variant=Variant.CARO)
    assert parse_start("freestyle", RENJU).rules == GOMOKU
    assert parse_start("", RENJU).rules == RENJU


@pytest.mark.parametrize("shape, longest", [("3x3x4", 3), ("4x6x7", 6), ("3x3x1", 3)])
def test_a_goal_that_cannot_be_reached_is_refused(shape: str, longest: int) -> None:
    """A goal longer than both sides comes back with the longest there is."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_GOAL
    assert error.facts == {"text": shape, "longest": longest}


def test_a_goal_beyond_reading_is_still_a_goal() -> None:
    """A goal of many digits on a good board is not taken for a bad size."""
    assert problem("3x3x99999").problem is Problem.BOARD_GOAL


@given(st.text(max_size=2000) | st.text("0123456789 xXgG×-<@!>", max_size=2000))
def test_any_text_is_read_or_refused(words: str) -> None:
    """Whatever is typed gives a request, or an error that repeats little of it."""
    try:
        start(words)
    except UserError as error:
        longest = max(len(str(fact)) for fact in error.facts.values())
    else:
        longest = 0
    assert longest <= 30


@given(
    st.builds(
        Rules,
        st.integers(3, 19),
        st.integers(3, 19),
        st.integers(2, 3),
        st.booleans(),
        st.booleans(),
    )
)
def test_rules_are_read_back_from_their_text(rules: Rules) -> None:
    """Every game can be asked for by what it is called."""
    assert start(str(rules)).rules == rules


@pytest.mark.parametrize(
    "content, move",
    [
        ("5", "5"),
        (" 5\n", "5"),
        ("225", "225"),
        ("5️⃣", "5"),
        ("5⃣", "5"),
        ("🔟", "10"),
        ("\uff11\uff12", "12"),
        ("b2", "b2"),
        ("B2", "b2"),
        ("s19", "s19"),
        ("5.", "5"),
        ("5!", "5"),
        ("B2!", "b2"),
        ("#5", "5"),
        ("`5`", "5"),
        ("`b2`.", "b2"),
        ("b 2", "b 2"),
        ("\uff22\uff12\uff01", "b2"),
        ("\uff15\u3002", "5"),
        ("\uff22\u3000\uff12", "b 2"),
    ],
)
def test_a_message_that_is_exactly_a_move_is_one(content: str, move: str) -> None:
    """Numbers and coordinates are moves, however they are dressed, with blanks around."""
    assert move_text(content) == move


@pytest.mark.parametrize(
    "content",
    [
        "",
        " ",
        "-5",
        "+5",
        "5 apples",
        "5 minutes",
        "5 6",
        "5?",
        "5!!",
        "5...",
        "5,",
        "5)",
        "(5)",
        "5%",
        "$5",
        "5th",
        "5-0",
        "5:30",
        "5/10",
        "5.11.",
        "2026",
        "2026.",
        "24.12.2026",
        ":5:",
        "<:five:5>",
        "<#5>",
        "<@5>",
        "#general",
        "#5 is mine",
        "# 5",
        "#b2",
        "##5",
        "b2 or not b2",
        "2 b or not 2 b",
        "b",
        "b.",
        "2b",
        "2 b",
        "b  2",
        "b\n2",
        "b-2",
        "u1",
        "u 1",
        "b200",
        "https://b.2",
        "b2.png",
        "5️⃣5️⃣",
        "5️⃣!",
        "\u0665",  # five in Arabic digits
        "²",
        "⑤",
        "`5",
        "``5``",
        "**5**",
        "||5||",
        "> 5",
        "x" * 2000,
        "5" * 2000,
    ],
)
def test_anything_else_is_conversation(content: str) -> None:
    """What merely contains a number or a coordinate is no move."""
    assert move_text(content) is None


@given(st.text(max_size=2000))
def test_a_move_is_short_and_plain(content: str) -> None:
    """Whatever counts as a move is at most three ASCII characters, and a space."""
    move = move_text(content)
    plain = "5" if move is None else move.replace(" ", "")
    assert plain.isascii()
    assert plain.isalnum()
    assert len(plain) <= 3


@pytest.mark.parametrize(
    "word, coach",
    [
        ("on", Coach.BEFORE),
        ("before", Coach.BEFORE),
        ("After", Coach.AFTER),
        ("OFF", Coach.OFF),
        (" off ", Coach.OFF),
    ],
)
def test_a_coach_speaks_before_or_after_or_never(word: str, coach: Coach) -> None:
    """Each has its word in any case, and `on` is the one from before there were two."""
    assert parse_coach(word) is coach


@pytest.mark.parametrize(
    "words, coach",
    [
        ("4x4", None),
        ("coach 4x4", Coach.BEFORE),
        ("coach on", Coach.BEFORE),
        ("hard coach before x", Coach.BEFORE),
        ("COACH  AFTER 4x4", Coach.AFTER),
        ("coach off", Coach.OFF),
    ],
)
def test_a_game_begins_with_a_coach(words: str, coach: Coach | None) -> None:
    """The word for when it speaks follows; without any word nothing is asked for."""
    assert start(words).coach is coach


def test_a_coach_speaks_either_before_or_after() -> None:
    """Two of them in one game contradict each other, and nobody alone moves in a vote."""
    for words in ("coach after coach", "coach off coach before"):
        with pytest.raises(UserError) as caught:
            start(words)
        assert caught.value.problem is Problem.TWO_GAMES
    with pytest.raises(UserError) as caught:
        parse_vote("coach after", Rules(3, 3, 3))
    assert caught.value.facts == {"first": "vote", "second": "coach after"}
    assert parse_vote("coach", Rules(3, 3, 3)).start.coach is Coach.BEFORE


def test_an_unknown_coach_is_refused() -> None:
    """Anything else is an unknown word, with the nearest that is known."""
    with pytest.raises(UserError) as caught:
        parse_coach("offf")
    assert caught.value.facts == {"word": "offf", "nearest": "off"}


def test_a_long_unknown_word_is_quoted_in_part() -> None:
    """An answer never repeats more than 30 characters of what was typed."""
    error = unknown("Z" * 4000, ["start"])
    assert error.facts == {"word": "Z" * 29 + "…", "nearest": ""}


def test_an_unknown_word_is_compared_in_any_case() -> None:
    """Capitals do not hide what was meant, and the word is quoted as typed."""
    assert unknown("STRAT", ["start"]).facts == {"word": "STRAT", "nearest": "start"}


@pytest.mark.parametrize(
    "word, number",
    [("", None), ("  ", None), ("12", 12), ("#12", 12), (" 12 ", 12), ("１２", 12), ("0", 0)],  # noqa: RUF001 - typed on a full-width keyboard
)
def test_numbers_of_games(word: str, number: int | None) -> None:
    """A number may have a sign before it, or be left out."""
    assert parse_game_number(word) == number


@pytest.mark.parametrize("word", ["twelve", "-1", "1.5", "12 13", "#", "9" * 19, "²", "٣"])
def test_what_is_no_number_of_a_game_is_refused(word: str) -> None:
    """Nothing but digits, and no more of them than the store can hold."""
    with pytest.raises(UserError) as caught:
        parse_game_number(word)
    assert caught.value.problem is Problem.NOT_A_GAME_NUMBER


def test_every_code_is_read_back() -> None:
    """The code of any game, also framed or in capitals, gives the game."""
    for end in map(crowded, ALL_RULES[::5]):
        code = encode_game(end)
        for written in (code, f"`{code}`", f" {code.upper()}\n"):
            assert parse_code(written).moves == end.moves


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", Problem.NOT_A_CODE),
        ("`", Problem.NOT_A_CODE),
        ("3x3", Problem.NOT_A_CODE),
        ("3x3x3:5,1", Problem.NOT_A_CODE),
        ("3x3x3:" + "1-" * 5_000 + "1", Problem.NOT_A_CODE),
        ("3x3x3:" + "1-" * 900 + "1", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:1-1", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:0", Problem.IMPOSSIBLE_CODE),
        ("3x3x9:1", Problem.IMPOSSIBLE_CODE),
        ("99x99x5:1", Problem.IMPOSSIBLE_CODE),
    ],
)
def test_bad_codes_are_refused(text: str, problem: Problem) -> None:
    """What is no code, or the code of no game."""
    with pytest.raises(UserError) as caught:
        parse_code(text)
    assert caught.value.problem is problem


@given(st.text(max_size=2_000))
def test_whatever_is_loaded_is_a_position_or_refused(text: str) -> None:
    """No text breaks the reading of a code."""
    with suppress(UserError):
        assert parse_code(text).rules


@pytest.mark.parametrize(
    "words, style",
    [
        ("text", BoardStyle.TEXT),
        (" Emoji ", BoardStyle.EMOJI),
        ("image", BoardStyle.IMAGE),
        ("light", BoardStyle.LIGHT),
        ("image light", BoardStyle.LIGHT),
        ("dark image", BoardStyle.IMAGE),
    ],
)
def test_a_style_is_read_by_itself(words: str, style: BoardStyle) -> None:
    """The words are those that `start` knows."""
    assert parse_style(words) is style


@pytest.mark.parametrize(
    "words, kind, facts",
    [
        ("", Problem.WHICH_STYLE, {}),
        ("imge", Problem.UNKNOWN_WORD, {"word": "imge", "nearest": "image"}),
        ("text 4x4", Problem.UNKNOWN_WORD, {"word": "4x4", "nearest": ""}),
        ("tiles", Problem.UNKNOWN_WORD, {"word": "tiles", "nearest": ""}),
        ("text light", Problem.TWO_GAMES, {"first": "text", "second": "light"}),
    ],
)
def test_another_word_is_no_style(words: str, kind: Problem, facts: dict[str, str]) -> None:
    """What is missing or wrong is named."""
    with pytest.raises(UserError) as caught:
        parse_style(words)
    assert (caught.value.problem, caught.value.facts) == (kind, facts)


# What `stats` and `top` are about.


@pytest.mark.parametrize(
    "words, member, rules",
    [
        ("", None, None),
        ("<@12>", 12, None),
        ("connect four", None, "connect4"),
        ("<@!12> 4x4", 12, "4x4"),
        ("gomoku vs <@12>", 12, "gomoku"),
        ("misere", None, "3x3 misere"),
        ("5x5 gravity <@12>", 12, "5x5g"),
    ],
)
def test_stats_are_of_somebody_at_something(
    words: str, member: int | None, rules: str | None
) -> None:
    """A member and a game, each left out or not, in any order."""
    assert parse_stats(words) == (member, Rules.parse(rules) if rules else None)


@pytest.mark.parametrize("words", ["hard", "x", "coach", "open", "style text", "4x4 random"])
def test_stats_know_no_words_about_how_to_play(words: str) -> None:
    """What `start` understands means nothing here."""
    with pytest.raises(UserError) as refused:
        parse_stats(words)
    assert refused.value.problem is Problem.UNKNOWN_WORD


def test_a_table_is_of_nobody_alone() -> None:
    """A game, or none; a member is refused."""
    assert parse_top("") is None
    assert parse_top("c4") == Rules.parse("connect4")
    with pytest.raises(UserError) as refused:
        parse_top("<@12> c4")
    assert refused.value.problem is Problem.NO_MEMBER_IN_TOP


@pytest.mark.parametrize("words", ["5", "b2", "5️⃣", "!ttt", "K TTT hint", "<@7> 5", "ok <@7>"])
def test_what_may_concern_the_bot(words: str) -> None:
    """Moves, whatever names the group behind any prefix, and mentions are looked at."""
    assert may_concern(words, "ttt")


@pytest.mark.parametrize("words", ["", "hello", "5?", "that was a nice move, take 7 next", "ttl"])
def test_what_is_talk(words: str) -> None:
    """Everything else is passed over at once."""
    assert not may_concern(words, "ttt")


@pytest.mark.parametrize(
    "words, move",
    [("5", "5"), ("play 5", "5"), (" PLAY  B2 ", "b2"), ("play", None), ("hint", None), ("", None)],
)
def test_the_move_that_a_command_asks_for(words: str, move: str | None) -> None:
    """Of what may follow the group's name, moves alone."""
    assert asked_move(words) == move
