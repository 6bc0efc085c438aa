"""Sentences about the copy of a person's data."""

from __future__ import annotations

from typing import Final

from bot.errors import AnyProblem
from bot.show.text.language import Sentence, marked

MY_DATA: Final = marked("Send me my data")


class MyDataProblem(AnyProblem):
    """Why nobody is sent their data."""

    NO_MESSAGES = Sentence(
        "I can't send you a direct message. Allow them in your privacy settings, then ask again."
    )


WITH_IT: Final = Sentence("This is all that I keep of you. {privacy} says what each part is for.")
SENT: Final = Sentence("It's in your direct messages.")
