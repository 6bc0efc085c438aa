"""Whole messages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.review.page import finished_page, lesson_page, replay_page, review_page
from bot.games.finished_games import JudgedGame, Lesson
from bot.games.slips import Slip
from bot.match.notes import Advice, Counted, Fact, Hint, Note, Remark
from bot.match.session import (
    BoardStyle,
    Crowd,
    Ending,
    GameId,
    GuildId,
    Person,
    Session,
    UserId,
    moves,
    offers,
)
from bot.match.timing import Poll
from bot.show import render
from bot.show.emoji import EMBED_ROOM
from bot.show.overlay import Overlay
from bot.show.page import (
    MESSAGE_LIMIT,
    Page,
    board_page,
    consequence_page,
    hint_page,
    verdicts_page,
)
from bot.show.style import Capabilities
from bot.show.text import alt_text
from engine import (
    Analysis,
    Answers,
    Consequence,
    Cost,
    Explanation,
    Finders,
    Judgement,
    Mistake,
    Position,
    Reason,
    ReasonKind,
    Refutation,
    Side,
    Step,
    Verdict,
)
from tests.bot.builders import (
    ALL_RULES,
    KINAROW,
    NOON,
    OWNED,
    changed,
    count_emoji,
    crowded,
    half_full,
    position,
    session,
)
from tests.thorough import long, thorough

CLIENT_LIMIT = 199
"""Emoji that the client draws in one message."""
PNG = b"\x89PNG"
LONGEST = Person(UserId(1), "`" * 32)
"""A name that takes twice its length to be made harmless."""


def talkative(now: Position) -> Hint:
    """A hint in which every move has another verdict, and of the best all is told that can be."""
    verdicts = {move: Verdict.win(min(2 * n + 3, 361)) for n, move in enumerate(now.legal)}
    tiles = tuple(range(1, 20))
    told = (
        Reason(ReasonKind.HANGING_THREAT, tiles, (tiles, tiles)),
        Reason(ReasonKind.STOPS_DOUBLE_THREAT, tiles, (tiles, tiles)),
        Reason(ReasonKind.ONLY_WIN),
    )
    analysis = Analysis(now.legal[0], verdicts, now.legal, told[0], False, 1, 1, 0.0)
    refutation = Refutation(now.legal[-1], now.legal[:5], told[0])
    plan = tuple(Step(move, told[0]) for move in now.legal[:3])
    best, answers = verdicts[now.legal[0]], Answers(1, 4)
    explanation = Explanation(now.legal[0], best, told, refutation, plan, answers, now.legal)
    return Hint(analysis, explanation)


def wordy(now: Position) -> Remark:
    """A remark on a mistake with as much as can be said of it."""
    explanation = talkative(now).explanation
    better = explanation.move
    judged = Judgement(
        1, now.legal[-1], Verdict.loss(100), Verdict.loss(90), better, Mistake.SLOWER
    )
    return Remark(judged, better, explanation.reasons)


TILED = Capabilities(owned=OWNED)
WORDS = Capabilities(files=False)
"""A channel that takes no files."""
ALONE = Capabilities(files=False, embeds=False, owned=OWNED)
"""One that takes text and nothing else."""


def pages(style: BoardStyle, capabilities: Capabilities, *, typed: bool, step: int) -> list[Page]:
    """The longest messages about boards of so many sizes."""
    made = []
    for now in map(half_full, (*ALL_RULES[::step], *ALL_RULES[-2:])):
        match: Session = replace(session(x=LONGEST, o=LONGEST, style=style), position=now)
        shown = capabilities.styled(replace(match, guild=GuildId(8)))
        hint = talkative(now)
        notes = (wordy(now), Advice(hint.explanation))
        made += [
            board_page(shown, "`" * 5, notes, owned=capabilities.owned, typed=typed),
            hint_page(shown, hint, owned=capabilities.owned),
            verdicts_page(shown, hint, owned=capabilities.owned),
        ]
    return made


def units(text: str) -> int:
    """Characters as Discord counts them."""
    return len(text.encode("utf-16-le")) // 2


def first_pages(style: BoardStyle, capabilities: Capabilities, *, typed: bool) -> list[Page]:
    """The longest first messages: a vote with ballots, and a game under the swap rule."""
    made = []
    for rules in ALL_RULES[::19]:
        start = replace(session(rules=str(rules), style=style), guild=GuildId(8))
        advice = Advice(talkative(start.position).explanation)
        vote = moves.at(changed(start, x=Crowd(LONGEST), o=KINAROW, poll=Poll(30)), NOON)
        for user, move in enumerate(rules.moves[:50], start=1):
            vote = moves.vote(vote, UserId(user), move, NOON)
        swap = changed(start, x=LONGEST, o=LONGEST, swap=True)
        cases: list[tuple[Session, list[Note]]] = [
            (vote, [Counted.of(vote, rules.moves[0])]),
            (swap, [Fact.SWAP_RULE]),
            (moves.play(swap, LONGEST.id, 1), []),
        ]
        for match, first in cases:
            shown, notes = capabilities.styled(match), [*first, advice]
            made.append(board_page(shown, "`" * 5, notes, owned=capabilities.owned, typed=typed))
    return made


def test_no_answer_is_drawn_that_is_not_told() -> None:
    """Where a move is safe for now, nobody takes the answer for what is recommended."""
    match = session([4, 4, 4], rules="connect4")
    best = Verdict.win(31)
    far = Consequence(1, Verdict.loss(30), 4, best, (4,), None)
    safe = consequence_page(match, None, found=far)  # type: ignore[arg-type] # it is not looked at
    assert "💡" not in safe.content
    soon = Consequence(1, Verdict.loss(4), 4, best, (4,), None)
    told = consequence_page(match, None, found=soon)  # type: ignore[arg-type] # as above
    assert "💡" in told.content


@pytest.mark.parametrize(
    "capabilities", [ALONE, replace(TILED, files=False)], ids=["alone", "tiled"]
)
@pytest.mark.parametrize("style", [BoardStyle.EMOJI, *thorough(BoardStyle.TEXT)])
@pytest.mark.parametrize("typed", [True, *thorough(False)])
@pytest.mark.parametrize("step", [4, *long(1)])
def test_every_page_fits_a_message(
    capabilities: Capabilities, style: BoardStyle, typed: bool, step: int
) -> None:
    """With the longest names, prefix, notes and lists no message is too long to send or draw."""
    made = pages(style, capabilities, typed=typed, step=step)
    made += first_pages(style, capabilities, typed=typed)
    assert max(units(page.content) for page in made) <= MESSAGE_LIMIT
    assert max(units(page.embed) for page in made) <= EMBED_ROOM
    assert (
        max(count_emoji(text) for page in made for text in (page.content, page.embed))
        <= CLIENT_LIMIT
    )
    assert any(page.embed for page in made) is (capabilities.embeds and style is BoardStyle.EMOJI)


def test_a_page_reads_from_top_to_bottom() -> None:
    """Heading, board, last move, turn, and the note, each on a line of its own."""
    assert board_page(session([5, 1]), "!", [Fact.DRAW_REFUSED]).content.splitlines() == [
        "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
        "🅾️2️⃣3️⃣",
        "4️⃣❌6️⃣",
        "7️⃣8️⃣9️⃣",
        "**bob** played **1**.",
        "❌ **alice**, your turn: press or type a free number.",
        "No draw: I'd rather play on.",
    ]


def test_a_first_page_has_no_empty_lines() -> None:
    """Before the first move there is nothing to tell of the last one."""
    assert "" not in board_page(session(), "!").content.splitlines()


@pytest.mark.parametrize("rules", ["3x3", "connect4", "19x19"])
def test_a_drawing_stands_in_for_the_board(rules: str) -> None:
    """The words around it stay, the board is in the file, and the file says what it shows."""
    match = session([1, 2], rules=rules, style=BoardStyle.IMAGE)
    page = board_page(match, "!")
    assert page.attachment is not None
    assert page.attachment.data.startswith(PNG)
    assert page.attachment.alt == alt_text(match.position)
    heading, moved, status = page.content.splitlines()
    assert "alice" in heading
    assert moved.startswith("**bob** played")
    assert "your turn" in status


BLOCK = Hint(
    Analysis(
        3,
        {3: Verdict.draw(6), 4: Verdict.loss(2)},
        (3,),
        Reason(ReasonKind.BLOCKS),
        False,
        1,
        1,
        0.0,
    ),
    Explanation(
        3,
        Verdict.draw(6),
        (Reason(ReasonKind.BLOCKS, (1, 2, 3), ((1, 2, 3),)),),
        None,
        (),
        None,
        (3,),
    ),
)
"""What is found where the third tile must be taken."""


def test_a_hint_is_seen_before_it_is_read() -> None:
    """The board with the recommended tile marked, and the reason under it."""
    assert hint_page(session([1, 5, 2]), BLOCK).content.splitlines() == [
        "❌❎💡",
        "4️⃣⭕6️⃣",
        "7️⃣8️⃣9️⃣",
        "💡 **3**: blocks 1-2-3; draw with best play",
    ]


def test_a_drawn_hint_has_its_lines_and_says_them() -> None:
    """The picture shows the pale stone and the line; so does its description."""
    match = session([1, 5, 2], style=BoardStyle.IMAGE)
    page = hint_page(match, BLOCK)
    assert page.attachment is not None
    overlay = Overlay(move=3, theirs=((1, 2, 3),))
    assert page.attachment.data == render.image(match.position, overlay=overlay)
    assert page.attachment.alt == alt_text(match.position, overlay)
    assert page.content == "💡 **3**: blocks 1-2-3; draw with best play"


def test_a_swap_is_recommended_in_words_alone() -> None:
    """No move is to be shown then."""
    match = session([5], style=BoardStyle.IMAGE, swap=True)
    lost = {1: Verdict.loss(3)}
    analysis = Analysis(1, lost, (1,), Reason(ReasonKind.DELAYS), True, 1, 1, 0.0, True)
    page = hint_page(match, replace(BLOCK, analysis=analysis))
    assert page == Page("💡 **swap**: the first move is better than any answer to it")


def test_a_drawing_carries_the_verdicts() -> None:
    """The picture of a hint differs from that of the board."""
    match = session([1, 2], style=BoardStyle.IMAGE)
    plain, judged = board_page(match, "!"), verdicts_page(match, talkative(match.position))
    assert plain.attachment is not None
    assert judged.attachment is not None
    assert plain.attachment.data != judged.attachment.data


@pytest.mark.parametrize("rules", ["3x3", "connect4", "gomoku"])
def test_without_files_a_board_is_as_if_no_drawing_were_wanted(rules: str) -> None:
    """Board, marks and words are then those of the style that is the default."""
    drawn, plain = (
        session([1, 2], rules=rules, style=s) for s in (BoardStyle.IMAGE, BoardStyle.EMOJI)
    )
    analysis = talkative(drawn.position)
    assert board_page(WORDS.styled(drawn), "!") == board_page(WORDS.styled(plain), "!")
    hints = [verdicts_page(WORDS.styled(match), analysis) for match in (drawn, plain)]
    assert hints[0] == hints[1]


def test_moves_are_typed_where_they_are_read() -> None:
    """Nobody is asked to type where nothing that is typed arrives."""
    match = session()
    assert "type a free number" in board_page(match, "/").content
    assert "press a free tile" in board_page(match, "/", typed=False).content


def full_of_mistakes(match: Session) -> JudgedGame:
    """A match in which every move is a mistake that takes long to tell."""
    before, after = Verdict.estimate(-9_000), Verdict.estimate(-19_000)
    moves = match.position.moves
    judgements = tuple(
        Judgement(ply, move, before, after, other, Mistake.ERROR)
        for ply, (move, other) in enumerate(zip(moves, (*moves[1:], moves[-1]), strict=True), 1)
    )
    weighed = tuple(
        Slip(judged, None, Cost(judged.best, 0.99, 0.11, 0.11, Finders(((0, 1),))), 0.5)
        for judged in judgements
    )
    return JudgedGame(match, judgements, weighed, dict.fromkeys(Side, 16))


def lesson_of(reviewed: JudgedGame, ply: int) -> Lesson:
    """What can be said at most of the mistake at a ply."""
    slip = reviewed.nearest(ply)
    assert slip is not None
    before = reviewed.before(slip.judged)
    after = before.play(slip.judged.move)
    answer = talkative(after).explanation if after.legal else None
    return Lesson(slip, talkative(before).explanation, answer)


@pytest.mark.parametrize("capabilities", [WORDS, ALONE], ids=["unicode", "owned"])
@pytest.mark.parametrize("style", [BoardStyle.EMOJI, BoardStyle.TEXT])
@pytest.mark.parametrize("ending", [Ending.LINE, *thorough(Ending.RESIGNED, Ending.IDLE)])
@pytest.mark.parametrize("step", [60, *long(1)])
def test_every_page_about_a_finished_game_fits_a_message(
    capabilities: Capabilities, style: BoardStyle, ending: Ending, step: int
) -> None:
    """With the longest names, prefix, codes and lists no message is too long to send or draw."""
    made = []
    for now in map(crowded, (*ALL_RULES[::step], ALL_RULES[-1])):
        won = ending is Ending.RESIGNED or (now.outcome is not None and now.outcome.winner)
        match = session(x=LONGEST, o=LONGEST, style=style, game=GameId(10**9))
        match = replace(match, position=now, ending=ending if won else Ending.FULL)
        match = replace(match, winner=Side.O if won else None)
        made += [
            board_page(capabilities.styled(match), "`" * 5, owned=capabilities.owned),
            review_page(reviewed := full_of_mistakes(match), capabilities=capabilities),
            lesson_page(reviewed, lesson_of(reviewed, now.ply // 2), capabilities=capabilities),
            replay_page(match, capabilities=capabilities),
            finished_page(now, style, "`" * 5, capabilities=capabilities),
        ]
    contents = [page.content for page in made]
    assert max(map(units, contents)) <= MESSAGE_LIMIT
    assert max(map(count_emoji, contents)) <= CLIENT_LIMIT


def test_a_review_calls_marks_as_its_channel_sees_them() -> None:
    """Where no file may be sent the words are those of the board that stood in for it."""
    match = offers.resign(
        session([1, 4, 2, 5, 3], rules="gomoku", style=BoardStyle.IMAGE), UserId(1)
    )
    reviewed = full_of_mistakes(match)
    assert "⚫ on a1" in review_page(reviewed).content
    assert "X on a1" in review_page(reviewed, capabilities=WORDS).content


@pytest.mark.parametrize(
    "style, capabilities, signs, row",
    [
        (BoardStyle.EMOJI, Capabilities(), ("❗", "✅"), "❎✅❗"),
        (BoardStyle.TEXT, Capabilities(), ("❗", "✅"), "X: 1."),
        (BoardStyle.IMAGE, Capabilities(), ("👎", "👍"), ""),
        (BoardStyle.EMOJI, TILED, (OWNED["vl"], OWNED["vw"]), OWNED["vw"] + OWNED["vl"]),
    ],
)
def test_the_page_of_a_mistake_marks_both_moves_on_the_board(
    style: BoardStyle, capabilities: Capabilities, signs: tuple[str, str], row: str
) -> None:
    """As the board shows them, so that nobody has to count tiles."""
    match = offers.resign(session([1, 3, 2], style=style), UserId(1))
    page = lesson_page(
        full_of_mistakes(match),
        lesson_of(full_of_mistakes(match), 2),
        capabilities=capabilities,
    )
    lines = page.content.splitlines()
    assert any(row in line for line in lines)
    for sign, words in zip(signs, ("**3**: ", "**2**: "), strict=True):
        assert any(line.startswith(sign) and words in line for line in lines)
    assert (page.attachment is not None) is style.is_image
    assert "your turn" not in page.content  # nobody moves in a game that is over


def test_a_page_with_a_picture_describes_it() -> None:
    """For people who cannot see the board."""
    match = offers.resign(session([1, 3, 2], style=BoardStyle.IMAGE), UserId(1))
    page = lesson_page(full_of_mistakes(match), lesson_of(full_of_mistakes(match), 2))
    assert page.attachment is not None
    board, lines = alt_text(position("3x3", [1])), "Lines of O: 1…19. Lines of X: 1…19."
    assert page.attachment.alt == f"{board} {lines}"


def test_all_pictures_of_a_light_game_are_light() -> None:
    """The board, its replay and its review."""
    dark, light = (
        session([1, 4, 2, 5, 3], style=style, game=GameId(1))
        for style in (BoardStyle.IMAGE, BoardStyle.LIGHT)
    )
    for make in (
        lambda match: board_page(match, "!"),
        replay_page,
        lambda match: review_page(full_of_mistakes(match)),
        lambda match: lesson_page(full_of_mistakes(match), lesson_of(full_of_mistakes(match), 2)),
    ):
        one, other = make(dark).attachment, make(light).attachment
        assert one is not None
        assert other is not None
        assert (one.name, one.alt) == (other.name, other.alt)
        assert one.data != other.data


def test_a_finished_code_is_a_board_and_a_sentence() -> None:
    """The board as emoji, how it ended, and nothing to press."""
    page = finished_page(position("3x3", [1, 4, 2, 5, 3]), BoardStyle.EMOJI, "!")
    *board, words = page.content.splitlines()
    assert len(board) == 3
    assert "X wins" in words
    assert page.attachment is None
