"""The program for Gomocup and Piskvork: what it answers to the lines of a manager."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.matches.brain import Brain
from engine import PRESETS, Analysis, Position, Reason, ReasonKind, Rules, Verdict, pbrain, warm_up
from engine.game.psq import RULES
from engine.pbrain import Program, Searcher, Timing, converse
from tests.engine.referee import Referee
from tests.thorough import long, thorough

LINES = st.one_of(
    st.text(st.characters(exclude_characters="\r\n"), max_size=12),
    st.builds(
        "{} {}".format,
        st.sampled_from(["START", "TURN", "INFO", "TAKEBACK", "RECTSTART", "info timeout_turn"]),
        st.sampled_from(["15", "3", "99", "7,7", "0,0", "20,10", "-1,2", "x", "rule 4", ""]),
    ),
    st.sampled_from(["BEGIN", "RESTART", "BOARD", "DONE", "3,3,1", "4,4,2", "5,5,3", "ABOUT"]),
    st.sampled_from(["YXBOARD", "SWAP2BOARD", "3,3", "4,4"]),
)
"""What a manager may say, and what it should not."""
LOADED = len(RULES)
"""The thoughts of `START`, which load what the rules need."""


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The engine is compiled, or the program would say first that it has to be."""
    warm_up()


class Script:
    """Plays the first free tile, and notes where it thinks and how long it may take.

    A position is worth `score` by its first tile, and the less, the higher a tile is.
    """

    def __init__(self, score: float = 0.0) -> None:
        self.seen: list[Position] = []
        self.seconds: list[float] = []
        self._score = score

    def __call__(self, position: Position, seconds: float) -> Analysis:
        """Return its lowest number as the best."""
        self.seen.append(position)
        self.seconds.append(seconds)
        verdicts = {
            tile: Verdict.estimated(self._score - 0.01 * number)
            for number, tile in enumerate(position.legal)
        }
        best, reason = position.legal[0], Reason(ReasonKind.ESTIMATE)
        return Analysis(best, verdicts, (best,), reason, False, 1, 1, 0.0)


def said(*lines: str, think: Script | None = None, step: float = 0.0) -> list[str]:
    """All that the program answers to these lines, by a clock that goes so far at each look."""
    told: list[str] = []
    program = Program(think or Script(), "1", Random(1), count(0.0, step).__next__)
    converse(lines, program, told.append)
    return told


def test_a_game_is_played_as_the_protocol_says() -> None:
    """Coordinates are column and row from 0; lines may end as on Windows, words be small."""
    told = said("START 15\r\n", "begin\r\n", "TURN 5,0", "TURN 1,0", "END", "BEGIN")
    assert told == ["OK", "0,0", "1,0", "ERROR tile 2 is taken"]


def test_a_board_is_taken_in_any_order() -> None:
    """Own stones are 1 and the other's 2; who began is told by their number."""
    told = said("START 15", "BOARD", "0,0,1", "1,0,1", "7,7,2", "8,8,2", "9,9,2", "DONE")
    assert told == ["OK", "2,0"]
    assert said("START 15", "BOARD", "DONE") == ["OK", "0,0"]


@pytest.mark.parametrize("stones", [("0,0,1",), ("0,0,2", "1,1,2"), ("0,0,1", "0,0,2")])
def test_a_board_of_no_game_is_refused(stones: tuple[str, ...]) -> None:
    """Too many stones of a side, or two on a tile; the next board is heard again."""
    *refused, last = said("START 15", "BOARD", *stones, "DONE", "BOARD", "1,1,2", "DONE")
    assert refused[-1].startswith("ERROR ")
    assert last == "0,0"


def test_a_board_of_yixin_is_taken_without_an_answer() -> None:
    """The next line goes on from it.

    Either side may be to move: the order of the stones tells, or else their numbers.
    """
    board = ("START 15", "YXBOARD", "4,0,1", "2,0,2", "3,0,1", "DONE")
    assert said(*board, "TAKEBACK 3,0", "TURN 1,0") == ["OK", "OK", "0,0"]
    assert said(*board, "TURN 1,0", "TURN 3,0") == ["OK", "0,0", "ERROR tile 4 is taken"]
    unordered = ("START 15", "yxboard", "0,0,1", "1,0,1", "7,7,2", "8,8,2", "DONE")
    assert said(*unordered, "TURN 2,0") == ["OK", "3,0"]
    assert said(*unordered[:-2], "DONE", "TURN 2,0") == ["OK", "3,0"]


FIRST = ("7,7", "8,7", "9,9")
"""The stones of the first player of swap2."""
MORE = ("8,8", "8,6")
"""Two more."""


def swap2(*stones: str, think: Script | None = None, size: int = 15) -> list[str]:
    """What the program answers where it is asked about an opening with these stones."""
    return said(f"START {size}", "INFO rule 1", "SWAP2BOARD", *stones, "DONE", think=think)[1:]


def cells(answer: str) -> list[tuple[int, int]]:
    """The columns and rows that an answer names."""
    return [(int(x), int(y)) for x, y in (place.split(",") for place in answer.split(" "))]


@pytest.mark.parametrize("size", [15, 20])
def test_swap2_begins_with_an_even_opening(size: int) -> None:
    """Three places of one of the openings, in the middle of the board, without thinking."""
    think = Script()
    (answer,) = swap2(think=think, size=size)
    laid = cells(answer)
    middle = range((size - 15) // 2, size - (size - 15) // 2)
    assert len(set(laid)) == 3
    assert all(x in middle and y in middle for x, y in laid)
    assert think.seconds[LOADED:] == []


@pytest.mark.parametrize("stones", [FIRST, FIRST + MORE])
def test_the_better_colour_of_swap2_is_taken(stones: Sequence[str]) -> None:
    """White, to move, lays the next stone where it is better off; else black is taken."""
    assert swap2(*stones, think=Script(0.2)) == ["0,0"]
    assert swap2(*stones, think=Script(-0.2)) == ["SWAP"]


def test_two_more_stones_are_laid_where_three_are_even() -> None:
    """White's is one of the best; black's leaves the chances equal. Five stones are the last."""
    think = Script(0.03)
    (answer,) = swap2(*FIRST, think=think)
    (white, row), black = cells(answer)
    assert (row, black) == (0, (3 + (white <= 3), 0))
    assert white < 3
    assert swap2(*FIRST, *MORE, think=Script(0.03)) == ["0,0"]


def test_the_choices_of_swap2_share_the_time_of_one_move() -> None:
    """That of a move that is made, whether one thought is needed or two."""
    for score, stones, thoughts in ((0.0, FIRST, 2), (0.2, FIRST, 1), (0.2, FIRST + MORE, 1)):
        think = Script(score)
        limit = ("START 15", "INFO timeout_turn 1020", "SWAP2BOARD")
        said(*limit, *stones, "DONE", think=think)
        assert len(think.seconds[LOADED:]) == thoughts
        assert sum(think.seconds[LOADED:]) <= 1.0


def test_a_game_goes_on_after_swap2() -> None:
    """With the whole board, as a tournament tells it, or with the next stone."""
    opened = ("START 15", "SWAP2BOARD", *FIRST, "DONE")
    assert said(*opened, "TURN 1,0", think=Script(0.2)) == ["OK", "0,0", "2,0"]
    assert said(*opened, "TURN 1,0", think=Script(-0.2)) == ["OK", "SWAP", "0,0"]
    board = ("7,7,1", "8,7,2", "9,9,1", "0,0,2", "DONE")
    assert said(*opened, "BOARD", *board, think=Script(-0.2)) == ["OK", "SWAP", "1,0"]


@pytest.mark.parametrize(
    "stones",
    [
        FIRST[:1],
        FIRST[:2],
        FIRST + MORE[:1],
        (*FIRST, *MORE, "0,0"),
        ("7,7", "7,7", "8,8"),
        ("7,7", "8,8", "15,0"),
        ("7,7", "8,8", "x"),
        ("7,7,1", "8,7,2", "9,9,1"),
    ],
)
def test_an_opening_that_is_none_is_refused(stones: Sequence[str]) -> None:
    """Other numbers of stones, two on a tile, one beside the board; then it listens again."""
    told = said("START 15", "SWAP2BOARD", *stones, "DONE", "SWAP2BOARD", *FIRST, "DONE")
    assert any(line.startswith("ERROR ") for line in told[1:-1])
    assert told[-1].count(",") == 2


def test_openings_need_their_board_and_rule() -> None:
    """On a small board there is no opening to lay, but a colour to take."""
    assert swap2(size=14) == ["ERROR the openings of swap2 do not fit on the board"]
    assert swap2("1,1", "2,2", "3,3", size=14, think=Script(0.2)) == ["0,0"]
    assert said("START 15", "INFO rule 8", "SWAP2BOARD", "DONE")[-1].startswith("ERROR ")
    assert said("SWAP2BOARD", "YXBOARD") == ["ERROR START comes first"] * 2


def test_the_engine_opens_by_swap2() -> None:
    """The real one, from its own three stones to a colour: each answer is one of the rule's."""
    program = Program(Searcher(), "1", Random(1))

    def told(*lines: str) -> list[str]:
        return [answer for line in lines for answer in program.answers(line)]

    told("START 15", "INFO rule 1", "INFO timeout_turn 100")
    (opening,) = told("SWAP2BOARD", "DONE")
    (reply,) = told("SWAP2BOARD", *opening.split(" "), "DONE")
    assert reply == "SWAP" or len(set(cells(f"{opening} {reply}"))) in {4, 5}
    (chosen,) = told("SWAP2BOARD", *opening.split(" "), "0,0", "0,14", "DONE")
    assert chosen == "SWAP" or len(cells(chosen)) == 1


def test_a_move_can_be_taken_back() -> None:
    """The last one alone, again and again."""
    told = said("START 15", "TURN 4,4", "TAKEBACK 0,0", "TAKEBACK 0,0", "TAKEBACK 4,4", "BEGIN")
    assert told == ["OK", "0,0", "OK", "ERROR this was not the last move", "OK", "0,0"]


@pytest.mark.parametrize("rule", ["5", "7", "8", "10", "12", "13", "16", "-1", "x", "9" * 20])
def test_other_rules_are_refused(rule: str) -> None:
    """It says so at once, and does not play by rules that are not those of the game.

    Rule 8 is caro in which six in a row win too: in that of rule 9 they do not.
    """
    refused, moves = f"MESSAGE rule {rule} is not played, but 0, 1, 4, 9 are", ("BEGIN", "TURN 7,7")
    for lines in (("START 15", f"INFO rule {rule}"), (f"INFO rule {rule}", "START 15")):
        told = said(*lines, *moves, "RESTART", "INFO rule 0", "BEGIN")
        assert sorted(told[:2]) == sorted(["OK", refused])
        assert told[2:] == [*["ERROR this rule is not played"] * 2, "OK", "0,0"]


def test_a_game_is_not_played_on_by_a_rule_that_has_ended_it() -> None:
    """Six in a row have won, if that is asked later; by the rule before they had not."""
    six = [f"{column},0,1" for column in (0, 1, 2, 4, 5, 3)]
    six += [f"{2 * column},2,2" for column in range(6)]
    told = said("START 15", "INFO rule 1", "BOARD", *six, "DONE", "INFO rule 0", "TURN 9,9")
    assert told[2:] == ["MESSAGE the game is over", "ERROR this rule is not played"]


@pytest.mark.parametrize(
    "number, rules",
    [
        ("0", "gomoku"),
        ("2", "gomoku"),
        ("1", "exact"),
        ("3", "exact"),
        ("4", "renju"),
        ("6", "renju"),
        ("9", "caro"),
        ("11", "caro"),
    ],
)
def test_rules_of_the_protocol_are_played(number: str, rules: str) -> None:
    """Told before the board or after it, and with the bit for continuous games."""
    think = Script()
    for lines in (("START 15", f"INFO rule {number}"), (f"INFO rule {number}", "START 15")):
        assert not any(line.startswith("ERROR") for line in said(*lines, "BEGIN", think=think))
        assert think.seen[-1].rules == PRESETS[rules]


def test_boards_of_the_tournament_and_others_are_known() -> None:
    """Squares and rectangles, up to 20 x 20; five must fit."""
    assert said("START 20", "RECTSTART 20,10", "TURN 19,9", "RESTART", "BEGIN")[-1] == "0,0"
    assert all(line.startswith("ERROR ") for line in said("START 4", "START 21", "START", "BEGIN"))


def test_time_is_kept_for_the_rest_of_the_game() -> None:
    """A move takes no more than its own bound and its share of what is left."""
    think = Script()
    told = ["START 15", "BEGIN", "INFO timeout_turn 1000", "BEGIN", "INFO timeout_match 100000"]
    told += ["INFO time_left 10050", "BEGIN", "INFO timeout_turn 0", "BEGIN"]
    told += ["INFO timeout_turn 5000", "INFO time_left -3", "BEGIN"]
    said(*told, think=think)
    assert think.seconds[LOADED:] == pytest.approx([29.98, 0.98, 0.5015, 0.01, 0.01])
    assert Timing(turn=5.0, match=100.0).seconds() == pytest.approx(4.98)


def test_a_move_takes_its_time_from_the_line_that_asked_for_it() -> None:
    """What goes by before the search begins is no part of the search's."""
    think = Script()
    said("START 15", "INFO timeout_turn 1000", "TURN 7,7", think=think, step=0.25)
    assert think.seconds[LOADED:] == pytest.approx([0.73])


@pytest.mark.parametrize(
    "told",
    [
        ["START 15", "INFO rule 9", "INFO timeout_turn 500"],
        ["INFO rule 9", "START 15", "INFO timeout_turn 500"],
        ["START 15", "INFO rule 4", "RESTART", "INFO rule 9"],
        ["RECTSTART 15,15", "INFO rule 9"],
    ],
)
def test_every_rule_is_loaded_before_the_board_is_there(told: list[str]) -> None:
    """A manager asks for a move as soon as it has told the rule: then no more is loaded.

    Other rules have other kernels: the search that loads them is no move's.
    """
    think = Script()
    said(*told, think=think)
    rules = {PRESETS[name] for name in ("gomoku", "exact", "renju", "caro")}
    assert (len(think.seen), {one.rules for one in think.seen}) == (LOADED, rules)
    assert set(think.seconds) == {0.01}


def test_the_engine_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move after the first is searched and nothing else."""
    calls = []
    pbrain._compile.cache_clear()
    monkeypatch.setattr(pbrain, "is_compiled", lambda: False)
    monkeypatch.setattr(pbrain, "compile_all", lambda: calls.append("ready"))
    searcher = Searcher()
    position = Position.from_moves(Rules(9, 9, 5), [41])
    assert {searcher(position, 0.01).best in position.legal for _ in range(2)} == {True}
    assert calls == ["ready"]


def test_a_four_is_answered_without_thinking() -> None:
    """Where one cell alone stops a line, no time goes by."""
    think = Script()
    four = ["BOARD", *(f"{column},1,2" for column in range(4)), "9,9,1", "9,7,1", "9,5,1", "DONE"]
    assert said("START 15", *four, think=think)[-1] == "4,1"
    assert think.seconds[LOADED:] == []


@given(st.lists(LINES, max_size=20))
def test_no_line_ends_it(lines: Iterable[str]) -> None:
    """Whatever comes is answered in words of the protocol."""
    for line in said(*lines):
        word, _, rest = line.partition(" ")
        number = word.replace(",", "").isdigit()
        assert number or word in {"OK", "ERROR", "MESSAGE", "UNKNOWN", 'name="Kinarow",'}, line
        assert "\n" not in rest


def test_a_referee_plays_with_the_program() -> None:
    """The real one, over its pipes: it takes a win, stops a four, and ends with its manager."""
    program = Brain(f"{sys.executable} -m engine.pbrain", 0.2)
    try:
        gomoku = PRESETS["gomoku"]
        four = [113, 1, 114, 3, 115, 5, 116, 7]
        assert program.move(Position.from_moves(gomoku, four)) in (112, 117)
        assert program.move(Position.from_moves(gomoku, [1, 50, 2, 99, 3, 150, 4])) == 5
    finally:
        program.close()


@pytest.mark.skipif(
    not Path("/proc/self/schedstat").is_file(), reason="the system does not tell what it uses"
)
@pytest.mark.parametrize(
    "number, game",
    [
        (0, "20x20x5"),
        *thorough((4, "20x20x5 renju")),
        *long((1, "20x20x5 exact"), (9, "20x20x5 caro")),
    ],
)
def test_it_keeps_the_limits_of_the_tournament(number: int, game: str) -> None:
    """The time of a move, then that of a game in which it runs short, and the memory."""
    referee = Referee(Position.start(Rules.parse(game)), number)
    try:
        for turn, match, moves in ((0.2, 60.0, 4), (0.5, 1.5, 14)):
            referee.begin(turn, match)
            played = referee.play(moves, seed=1)
            assert played.outcome is not None or played.ply == 2 * moves
    finally:
        referee.end()


def test_it_can_be_called_by_name() -> None:
    """`python -m engine pbrain` is the same program."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", "pbrain"],
        input="ABOUT\nEND\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith('name="Kinarow", version="')
