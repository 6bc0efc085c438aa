"""The labels of buttons."""

from typing import Final

from bot.show.text.language import marked

# Translators: the labels of buttons, at most 80 characters, better one word.
HINT: Final = marked("Hint")
UNDO: Final = marked("Undo")
RESIGN: Final = marked("Resign")
BOARD: Final = marked("Board")
ACCEPT: Final = marked("Accept")
DECLINE: Final = marked("Decline")
REMATCH: Final = marked("Rematch")
JOIN: Final = marked("Join")
WITHDRAW: Final = marked("Withdraw")
SWAP: Final = marked("Swap")
# Translators: the colours of the stones, and to lay two more of them (swap2).
BLACK: Final = marked("Black")
WHITE: Final = marked("White")
TWO_MORE: Final = marked("Two more")
COUNT: Final = marked("Count now")
REVIEW: Final = marked("Review")
REPLAY: Final = marked("Replay")
# Translators: opens a box to write a move into.
WRITE: Final = marked("Move…")
# Translators: shows buttons for the tiles of a part of a large board.
PAD: Final = marked("Keypad")
EASIER: Final = marked("Easier")
HARDER: Final = marked("Harder")

# Translators: commands in the menus of a person and of a board, at most 32 characters.
CHALLENGE: Final = marked("Challenge")
STATISTICS: Final = marked("Statistics")
