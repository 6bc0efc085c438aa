"""The log says nothing about who people are."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy.exc import IntegrityError

from bot.client.services import COMPANIONS, DELETIONS
from bot.errors import Problem, UserError
from bot.match.session import Person, UserId
from bot.monitoring.logs import JsonFormatter, RedactingFormatter, set_log_context, set_up
from bot.monitoring.people import without_people
from bot.store import Store
from bot.store.database import transaction
from bot.store.tables import ratings
from tests.bot import logs
from tests.bot.monitoring.test_logs import line

LEE = Person(UserId(987_654_321_987_654_321), "Leaver Lee")
CHANNEL, SERVER = 198_765_432_198_765_432, 298_765_432_198_765_432

ROUTES = [
    "GET https://discord.com/api/v10/users/{}",
    f"GET /guilds/{SERVER}/members/{{}} responded with 429. Retrying in 1.00 seconds.",
    f"PUT /guilds/{SERVER}/members/{{}}/roles/398765432198765432",
    f"DELETE /channels/{CHANNEL}/recipients/{{}}",
    f"DELETE /channels/{CHANNEL}/messages/498765432198765432/reactions/x/{{}}",
    f"PUT /guilds/{SERVER}/bans/{{}}",
    f"GET /channels/{CHANNEL}/thread-members/{{}}",
]
"""Where Discord's routes name a person."""


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_names_nobody(route: str) -> None:
    """A limit, a refusal and an error of a connection quote it; the rest of it is shown."""
    assert without_people(route.format(LEE.id)) == route.format("[person]")


@pytest.mark.parametrize(
    "words",
    [
        f"no direct message to {LEE.id}: Forbidden()",
        f"KeyError: {LEE.id}",
        f"{LEE!r}",
        f"<Member id={LEE.id} name='{LEE.name}' global_name=\"{LEE.name}\" nick='{LEE.name}'>",
        f"<Message id=1 author=<User id={LEE.id} name='{LEE.name}'>>",
        f"challenge of <@{LEE.id}> and <@!{LEE.id}>, ttt:forget:{LEE.id}",
        f"DETAIL:  Failing row contains (1, {LEE.id}, {LEE.name}, null).",
        f"[parameters: ({LEE.id}, '{LEE.name}')]",
    ],
)
def test_no_form_of_a_person_is_logged(words: str) -> None:
    """Whoever logs it, and in whatever error."""
    for shown in (line("%s", words), line("a defect", error=ValueError(words))):
        assert str(LEE.id) not in shown
        assert LEE.name not in shown


@pytest.mark.parametrize(
    "words",
    [
        f"the notice of game 12 in channel {CHANNEL}",
        f"deleted what was kept of server {SERVER}, which the bot has left",
        f"PATCH /channels/{CHANNEL}/messages/{CHANNEL + 1} has returned 404",
        f"<TextChannel id={CHANNEL} position=3> in guild_id={SERVER}",
        f"message {CHANNEL} cannot be read",
        "took 1.234567890123456 s, [channel 5, game 7]",
    ],
)
def test_places_are_logged(words: str) -> None:
    """Channels, servers, games and messages are told by number."""
    assert without_people(words) == words


def test_a_log_line_names_its_own_channel() -> None:
    """The channel of a line is its own, as text and in JSON."""
    record = logging.LogRecord("bot", logging.INFO, __file__, 1, "moved by %s", (LEE.id,), None)
    set_log_context(CHANNEL, 3)
    for formatter in (RedactingFormatter(), JsonFormatter()):
        shown = formatter.format(record)
        assert str(CHANNEL) in shown
        assert str(LEE.id) not in shown


def test_the_log_of_a_refused_act_names_nobody() -> None:
    """The sentence for the person may have a name in it; the log has only which sentence it is."""
    error = UserError(Problem.NOT_YOUR_TURN, name=LEE.name)
    assert LEE.name not in f"{error} {error!r} {line('a defect', error=error)}"


async def test_an_error_of_the_database_quotes_no_row(database_url: str) -> None:
    """It says what is wrong with a statement, but not what it was to store."""
    row = {"scope_id": 1, "rules": "3x3x3", "user_id": LEE.id, "name": LEE.name, "games": 1}
    async with Store.open(database_url, DELETIONS, COMPANIONS) as store:
        with pytest.raises(IntegrityError) as refused:
            async with transaction(store.database) as connection:
                await connection.execute(ratings.insert().values(row))
    assert LEE.name not in str(refused.value)


def test_other_libraries_do_not_go_into_detail(capsys: pytest.CaptureFixture[str]) -> None:
    """discord.py would quote each event: what people write, and who they are."""
    with logs.as_before():
        logging.getLogger().handlers.clear()
        set_up("DEBUG")
        logging.getLogger("discord.gateway").debug("WebSocket Event: %s", {"content": "secret"})
        logging.getLogger("bot.store").debug("ours")
    told = capsys.readouterr().err
    assert "secret" not in told
    assert "ours" in told
