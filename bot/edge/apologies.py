"""What a person is told about an error, and where."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.channels import lacking_for_threads, may_not_play, refused
from bot.edge.places import Place
from bot.edge.sending.messages import with_retries
from bot.edge.sending.refusals import UNSENT, is_closed
from bot.errors import (
    ChannelClosed,
    ConflictError,
    EngineBusy,
    EngineCompiling,
    EngineUnavailable,
    Problem,
    StoreUnavailable,
    UserError,
)
from bot.show import text

_IN_THREADS: Final = frozenset((Problem.GAME_OF_OTHERS, Problem.NOT_A_PLAYER))
"""The problems answered with the advice to play in a thread, where there can be one."""
_HELPED: Final = frozenset((Problem.UNKNOWN_WORD, Problem.PICK_MEMBER))
"""The problems answered with the help of the command."""


async def apologise(act: Act, error: Exception) -> None:
    """Answer an act with one sentence about an error.

    Where the bot may not write, the person is told by direct message what it lacks, whatever the
    error was. A failure to send is ignored. The progress of compiling is kept up to date.
    """
    shown, prefix = _as_user_error(act, error), act.prefix
    with suppress(*UNSENT), text.privately():
        words = text.problem(shown, prefix)
        if shown.problem is Problem.ELSEWHERE and await _sent_directly(act, words):
            return
        try:
            # one that is missing for a thread or a file does not close the channel
            closed = shown.problem is Problem.MISSING_PERMISSION and may_not_play(act.here)
            sent = await act.refuse(words, directly=closed)
        except discord.HTTPException as refusal:
            lacking = refused(act.here)
            if not is_closed(refusal) or lacking.problem is not Problem.MISSING_PERMISSION:
                raise
            await _sent_directly(act, text.problem(lacking, prefix))
            return
        if isinstance(error, EngineCompiling):
            act.bot.progress.follow(sent, error, prefix)


async def _sent_directly(act: Act, words: str) -> bool:
    """Answer a typed message by direct message. Returns whether that worked.

    Whoever can be answered alone is not answered like this.
    """
    if act.can_whisper:
        return False
    try:
        await act.user.send(words)
    except UNSENT:
        return False
    return True


async def tell_engine_problem(place: Place, error: EngineUnavailable) -> None:
    """Tell a channel why the engine gives no answer. Progress of compiling is kept up to date."""
    channel, prefix, nonce = place.target, place.prefix, secrets.token_hex(8)
    assert isinstance(channel, discord.abc.Messageable), "nobody has done anything there"
    words = text.problem(_engine_problem(error), prefix)
    line = await with_retries(lambda: channel.send(words, nonce=nonce))
    if isinstance(error, EngineCompiling):
        place.bot.progress.follow(line, error, prefix)


def _engine_problem(error: EngineUnavailable) -> UserError:
    """The UserError that tells a person why the engine gives no answer."""
    match error:
        case EngineBusy():
            return UserError(Problem.ENGINE_BUSY)
        case EngineCompiling(percent=percent, seconds=seconds):
            return UserError(Problem.ENGINE_COMPILING, percent=percent, seconds=seconds)
        case _:
            return UserError(Problem.ENGINE_DOWN)


def _as_user_error(act: Act, error: Exception) -> UserError:
    """The UserError whose sentence tells a person about an error."""
    match error:
        case UserError(problem=Problem.MOVED_ON | Problem.OLD_BOARD) if act.on_page:
            return UserError(Problem.CROSSED)
        case UserError(problem=problem) if problem in _IN_THREADS and not _opens_threads(act):
            return UserError(Problem.OTHERS_PLAY, **error.facts)
        case UserError(problem=problem) if problem in _HELPED:
            return UserError(problem, **error.facts, topic=_topic(act))
        case UserError():
            return error
        case ConflictError():
            return UserError(Problem.CROSSED if act.on_page else Problem.MOVED_ON)
        case EngineUnavailable():
            return _engine_problem(error)
        case StoreUnavailable():
            return UserError(Problem.STORE_DOWN)
        case ChannelClosed():
            return refused(act.here)
        case discord.HTTPException() if is_closed(error):
            return refused(act.here)
        case discord.HTTPException() | discord.RateLimited() | aiohttp.ClientError() | OSError():
            return UserError(Problem.DISCORD_DOWN)
        case _:
            return UserError(Problem.DEFECT)


def _topic(act: Act) -> str:
    """The command whose help says what words may follow it; "" if no command was found.

    Of `/ttt do` there is no help: what stands after it is a command itself.
    """
    command = act.source.command if isinstance(act.source, commands.Context) else None
    if command is None or command.parent is None:
        return ""
    return command.name if command.name in act.bot.asked else ""


def _opens_threads(act: Act) -> bool:
    """Whether a game can have a thread of its own where somebody acts."""
    here = act.here
    return act.has_threads and not (
        isinstance(here, discord.TextChannel) and lacking_for_threads(here)
    )
