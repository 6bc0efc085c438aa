"""The button with which somebody has their data erased."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import ui

from bot import text
from bot.session import UserId
from bot.views.parts import Button, Interaction, host, view_of


class ForgetButton(ui.DynamicItem[Button], template=r"ttt:forget:(?P<user>\d+)"):
    """Erases the data of one person, who alone may press it."""

    def __init__(self, user: UserId) -> None:
        self.user = user
        danger = discord.ButtonStyle.danger
        label = text.said(text.FORGET)
        super().__init__(ui.Button(style=danger, label=label, custom_id=f"ttt:forget:{user}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(UserId(int(match["user"])))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press on."""
        await host(interaction).care.forget(interaction, self.user)


def forget_view(user: UserId) -> ui.View:
    """The button that asks whether a person means it."""
    return view_of([ForgetButton(user)])
