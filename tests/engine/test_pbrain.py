"""The program for Gomocup and Piskvork: what it answers to the lines of a manager."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.matches.brain import Brain
from engine import PRESETS, Position, Rules, pbrain, warm_up
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
)
"""What a manager may say, and what it should not."""
LOADED = len(RULES)
"""The thoughts of `START`, which load what the rules need."""


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The engine is compiled, or the program would say first that it has to be."""
    warm_up()


class Script:
    """Plays the first free tile, and notes how long it may take."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def __call__(self, position: Position, seconds: float) -> int:
        """Return its lowest number."""
        self.seconds.append(seconds)
        return position.legal[0]


def said(*lines: str, think: Script | None = None, step: float = 0.0) -> list[str]:
    """All that the program answers to these lines, by a clock that goes so far at each look."""
    told: list[str] = []
    program = Program(think or Script(), "1", count(0.0, step).__next__)
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
    seen = []

    def think(position: Position, _: float) -> int:
        seen.append(position.rules)
        return position.legal[0]

    for lines in (("START 15", f"INFO rule {number}"), (f"INFO rule {number}", "START 15")):
        program = Program(think, "1")
        for line in (*lines, "BEGIN"):
            assert not any(answer.startswith("ERROR") for answer in program.answers(line))
        assert seen[-1] == PRESETS[rules]


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
    seen: list[tuple[Rules, float]] = []

    def think(position: Position, seconds: float) -> int:
        seen.append((position.rules, seconds))
        return position.legal[0]

    program = Program(think, "1")
    for line in told:
        list(program.answers(line))
    rules = {PRESETS[name] for name in ("gomoku", "exact", "renju", "caro")}
    assert (len(seen), set(seen)) == (LOADED, {(one, 0.01) for one in rules})


def test_the_engine_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move after the first is searched and nothing else."""
    calls = []
    pbrain._compile.cache_clear()
    monkeypatch.setattr(pbrain, "is_compiled", lambda: False)
    monkeypatch.setattr(pbrain, "compile_all", lambda: calls.append("ready"))
    searcher = Searcher()
    position = Position.from_moves(Rules(9, 9, 5), [41])
    assert {searcher(position, 0.01) in position.legal for _ in range(2)} == {True}
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
