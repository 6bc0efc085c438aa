"""What the buttons say."""

from typing import Final

HINT: Final = "Hint"
UNDO: Final = "Undo"
RESIGN: Final = "Resign"
BOARD: Final = "Board"
ACCEPT: Final = "Accept"
DECLINE: Final = "Decline"
REMATCH: Final = "Rematch"
JOIN: Final = "Join"
WITHDRAW: Final = "Withdraw"
SWAP: Final = "Swap"
COUNT: Final = "Count now"
