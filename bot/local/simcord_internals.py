"""Everything that needs private names of SimCord, which any of its versions may change.

SimCord has no public way to set its clock, to keep its channels from one run to the next, to trust
a picture, to add to its page, to act in between a page and its server, or to draw less than it
does. `pyproject.toml` pins the version, and if a new one lacks one of the private names
`tests/bot/local/test_simcord_internals.py` says which.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import chain, islice
from typing import Any, Final

import simcord
from simcord import GuildHandle, MemberActor, UserHandle
from simcord._clock import Clock as Clock
from simcord.backend import Backend as Backend
from simcord.preview import _action_plans, _markdown, _snapshot
from simcord.preview._markdown import _markdown_parser
from simcord.preview._media import MediaInfo as MediaInfo
from simcord.preview._media import MediaWorker as MediaWorker
from simcord.preview._queries import _message_navigation
from simcord.preview._server import PreviewServer
from simcord.preview._snapshot import _history_window

Action = Callable[[str | None, Mapping[str, Any]], Coroutine[Any, Any, dict[str, Any]]]
"""What a page does with an act of a person: its context and the body of the request."""
Wrapper = Callable[[Action, str | None, Mapping[str, Any]], Coroutine[Any, Any, dict[str, Any]]]
"""What is done with an act instead; it may call the action that stands first."""

MODEL_MODULES: Final = ("simcord.backend.models", "simcord.enums")
"""The modules of the values that a simulated Discord is made of."""
_STATE: Final = (
    *("application_id", "bot_user", "users", "guilds", "channels", "dm_channels"),
    "application_emojis",
)
"""The attributes of a simulated Discord that are kept, beside messages and files."""
_KEPT_MESSAGES: Final = 300
"""How many messages of a channel are kept, the newest."""

history_window = _history_window
"""Returns the messages that a page draws, of those that its viewer may see."""
message_navigation = _message_navigation
"""Returns the list of messages beside the conversation, and what is known of a search in it."""
markdown_parser = _markdown_parser
"""Returns a parser of the Markdown in messages."""


class PageServer(PreviewServer):
    """The server of a page, which may add to its files."""

    async def _static(self, request: Any) -> Any:
        found = await super()._static(request)
        if added := self.addition(request.path):
            found.text += added
        return found

    def addition(self, _path: str) -> str:
        """Return what is added at the end of a file of the page, or nothing."""
        return ""


def as_the_bot(env: simcord.Env) -> AbstractContextManager[None]:
    """What the block does is the bot's own work, for which SimCord waits."""
    return env._bot_scope()


def backend_of(running: Any) -> Backend:
    """Return the simulated Discord of a bot that is about to run."""
    backend: Backend = running._env.backend
    return backend


def backend_state(backend: Backend) -> dict[str, Any]:
    """Return what a simulated Discord needs to go on later: people, channels, messages, files."""
    messages = {
        channel: dict(islice(found.items(), max(0, len(found) - _KEPT_MESSAGES), None))
        for channel, found in backend.messages.items()
    }
    kept = chain.from_iterable(found.values() for found in messages.values())
    urls = {file["url"] for message in kept for file in message.attachments}
    files = {url: data for url, data in backend.cdn._blobs.items() if url in urls}
    state = {name: getattr(backend, name) for name in _STATE}
    return {**state, "messages": messages, "files": files}


def restore_backend_state(backend: Backend, state: Mapping[str, Any]) -> None:
    """Let a simulated Discord that has not begun go on from a state."""
    for name in (*_STATE, "messages"):
        setattr(backend, name, state[name])
    backend.cdn._blobs.update(state["files"])


def known_guild(env: simcord.Env) -> tuple[GuildHandle, dict[str, MemberActor]]:
    """Return the only server of a Discord that went on, and its members by name."""
    (guild,) = (GuildHandle(env, found) for found in env.backend.guilds.values())
    users = (env.backend.users[member] for member in guild.member_ids())
    people = {user.name: UserHandle(env, user) for user in users if not user.bot}
    return guild, {name: MemberActor(env, guild, user) for name, user in people.items()}


def set_media_worker(page: simcord.Preview, worker: MediaWorker) -> None:
    """Let a page ask this worker about pictures before it shows them."""
    page._media_worker = worker


def set_server(page: simcord.Preview, server: PageServer) -> None:
    """Let this server serve a page."""
    page._server = server


def wrap_action(page: simcord.Preview, wrapper: Wrapper) -> None:
    """Let a function handle all that people do in a page. It gets the one that did so before."""
    page._action = partial(wrapper, page._action)  # type: ignore[method-assign] # not made by us


def revision_of(page: simcord.Preview, context_id: str | None) -> int:
    """Return the number of what a tab of a page has been shown last."""
    return page._get_page(context_id).revision


def hold_end(page: simcord.Preview, context_id: str | None) -> None:
    """Let a tab of a page show the end of its conversation."""
    page._get_page(context_id).window_end_id = None


def open_at_end(page: simcord.Preview) -> None:
    """Open tabs at the end of the conversation, which does not stay at the bot's last message."""

    def no_target(_viewer: Any, _channel: int) -> None:
        return None

    page._initial_target = no_target  # type: ignore[assignment,method-assign] # not made by us


def publish_to_people(page: simcord.Preview) -> None:
    """Draw nothing for the tab that only programs read."""
    publish = page._publish

    def publish_unless_program(shown: Any, **reason: Any) -> None:
        if shown is not page._python:
            publish(shown, **reason)

    page._publish = publish_unless_program  # type: ignore[assignment,method-assign] # not made by us


def draw_history(
    *,
    window: int,
    step: int,
    choose: Callable[[Any, Sequence[Any]], Any],
    navigate: Callable[[simcord.Preview, Any, Sequence[Any]], Any],
    is_visible: Callable[..., bool],
    parser: Callable[[Mapping[str, Any], Mapping[str, Any]], Any],
) -> None:
    """Set how pages draw a conversation, for all pages of this process.

    A page draws `window` messages, and `step` of them give way to earlier ones at a press. The
    functions replace those that choose what is drawn, list what is beside it, ask whether a viewer
    may see a message, and make a parser of Markdown.
    """
    drawn: Any = _snapshot
    plans: Any = _action_plans
    drawn.HISTORY_WINDOW_SIZE = plans.HISTORY_WINDOW_SIZE = window
    plans.HISTORY_STEP = step
    drawn._history_window = choose
    drawn._message_navigation = navigate
    drawn.can_access_message = is_visible
    _markdown._markdown_parser = parser  # type: ignore[assignment] # a class with its methods
