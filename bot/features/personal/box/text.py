"""What stands over the box for a move."""

from typing import Final

from bot.show.text.language import marked

# Translators: the title of a box to write a move into, at most 45 characters.
TITLE: Final = marked("Your move")
