"""Roles for ratings: set by whoever may, given and taken after rated games, never above the bot."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor
from sqlalchemy import insert

from bot.errors import Problem
from bot.features.stats.values import LEAST_POINTS, MARGIN, MOST_POINTS, MOST_STEPS, RolesProblem
from bot.match.results import ESTABLISHED
from bot.store.database import transaction
from bot.store.tables import ratings
from engine import Rules
from tests.bot.discord.world import World, sentence

THREE = Rules.parse("3x3")


async def rated(world: World, member: MemberActor, points: float, rules: Rules = THREE) -> None:
    """A member has a rating here, from enough games."""
    row = {"scope_id": world.guild.id, "rules": str(rules), "user_id": member.id}
    row |= {"name": member.name, "mu": points, "sigma": 60.0, "games": ESTABLISHED}
    async with transaction(world.store.database) as connection:
        await connection.execute(insert(ratings).values(row))


def held(world: World, member: MemberActor) -> list[str]:
    """The roles of a member, by name."""
    found = world.env.backend.get_member(world.guild.id, member.id).role_ids
    roles = world.env.backend.guilds[world.guild.id].roles
    return sorted(roles[number].name for number in found if number in roles)


class Keeper:
    """A member who may manage roles, and the roles below theirs."""

    def __init__(self, world: World) -> None:
        self.world = world
        may_manage = discord.Permissions(manage_roles=True)
        self.high = world.guild.create_role("Keepers", permissions=may_manage)
        self.member = world.guild.add_member(world.env.create_user("keeper"), roles=[self.high])
        self.master, self.expert = (world.guild.create_role(n) for n in ("Master", "Expert"))

    async def says(self, words: str) -> str:
        """What Kinarow answers the keeper, who speaks of roles by name."""
        for role in (self.master, self.expert, self.high):
            words = words.replace(f"@{role.name}", role.mention)
        before = len(self.world.said())
        await self.member.send(self.world.channel, f"!ttt roles {words}")
        await self.world.env.settle()
        (answer,) = self.world.said()[before:]
        return answer


@pytest.fixture
def keeper(world: World) -> Keeper:
    """Whoever decides about roles."""
    return Keeper(world)


async def alice_beats_bob(world: World) -> None:
    """A rated game."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5", "3")
    await world.env.settle()


async def test_a_role_is_given_to_who_reaches_the_rating(world: World, keeper: Keeper) -> None:
    """After the game that earns it, and to nobody below."""
    await rated(world, world.alice, 1599)
    await rated(world, world.bob, 1500)
    assert "1600" in await keeper.says("@Master 1600 3x3")
    assert held(world, world.alice) == []
    await alice_beats_bob(world)
    assert held(world, world.alice) == ["Master"]
    assert held(world, world.bob) == []


async def test_a_role_goes_at_once_to_people_with_the_rating(world: World, keeper: Keeper) -> None:
    """No game is needed; another game's rating brings nothing."""
    await rated(world, world.alice, 1700)
    await rated(world, world.bob, 1900, Rules.parse("connect4"))
    await keeper.says("from 1600 @Master")
    assert held(world, world.alice) == ["Master"]
    assert held(world, world.bob) == []


async def test_the_highest_role_reached_takes_the_place_of_the_lower(
    world: World, keeper: Keeper
) -> None:
    """One role a game; a role that no rating earns is never touched."""
    helper = world.guild.create_role("Helpers")
    world.env.backend.add_member_role(world.guild.id, world.alice.id, helper.id)
    await rated(world, world.alice, 1799)
    await rated(world, world.bob, 1800)
    await keeper.says("@Expert 1500")
    await keeper.says("@Master 1800")
    assert held(world, world.alice) == ["Expert", "Helpers"]
    await alice_beats_bob(world)
    assert held(world, world.alice) == ["Helpers", "Master"]


async def test_a_role_is_kept_a_little_below_its_rating(world: World, keeper: Keeper) -> None:
    """One game lost takes nothing; a rating far below does."""
    await rated(world, world.alice, 1500)
    for member, points in ((world.bob, 1620), (world.carol, 1600 - MARGIN - 30)):
        await rated(world, member, points)
        world.env.backend.add_member_role(world.guild.id, member.id, keeper.master.id)
    await keeper.says("@Master 1600")
    await alice_beats_bob(world)
    assert held(world, world.bob) == ["Master"]
    assert held(world, world.carol) == []


async def test_the_list_of_roles_shows_each_until_it_is_dropped(
    world: World, keeper: Keeper
) -> None:
    """To everybody, with the games; whoever has a role keeps it."""
    assert keeper.master.mention not in await keeper.says("")
    await rated(world, world.alice, 1700)
    await keeper.says("@Master 1600")
    await keeper.says("@Expert 1400 connect4")
    (shown,) = await world.say("bob: !ttt roles")
    assert f"{keeper.master.mention} · Tic-tac-toe from 1600" in shown
    assert f"{keeper.expert.mention} · Connect Four from 1400" in shown
    assert keeper.expert.mention in await keeper.says("remove @Expert")
    assert keeper.expert.mention not in await keeper.says("")
    await keeper.says("off")
    assert keeper.master.mention not in await keeper.says("")
    assert held(world, world.alice) == ["Master"]


async def test_a_role_of_the_server_that_is_gone_is_forgotten(world: World, keeper: Keeper) -> None:
    """The rest goes on."""
    await keeper.says("@Master 1600")
    world.env.backend.delete_role(world.guild.id, keeper.master.id)
    await world.env.settle()
    assert f"{keeper.master.id}" not in await keeper.says("")


@pytest.mark.parametrize(
    "words",
    ["@Master", "1600", "@Master 100", "@Master 9000", "@Master @Expert 1600", "@everyone 1600"],
)
async def test_words_without_a_role_and_rating_get_an_example(
    world: World, keeper: Keeper, words: str
) -> None:
    """With an example."""
    said = sentence(RolesProblem.NOT_A_ROLE, least=LEAST_POINTS, most=MOST_POINTS)
    assert await keeper.says(words) == said


async def test_nobody_gives_what_is_not_theirs(world: World, keeper: Keeper) -> None:
    """Members without the permission change nothing, and no role at or above one's own."""
    (said,) = await world.say(f"steward: !ttt roles {keeper.master.mention} 1600")
    assert said == sentence(RolesProblem.RIGHT)
    assert await keeper.says("@Keepers 1600") == sentence(RolesProblem.ABOVE_YOU, text="Keepers")


async def test_a_role_above_the_bots_is_named(world: World, keeper: Keeper) -> None:
    """It is stored, not given, and the overview says why."""
    await rated(world, world.alice, 1700)
    backend, server = world.env.backend, world.guild.id
    places = [(keeper.high.id, 40), (keeper.master.id, 30)]
    backend.reorder_roles(server, [{"id": number, "position": p} for number, p in places])
    warning = sentence(RolesProblem.ABOVE_ME, text="Master")
    assert warning in await keeper.says("@Master 1600")
    assert warning in await keeper.says("")
    assert held(world, world.alice) == []


async def test_without_the_permission_the_overview_says_so(world: World, keeper: Keeper) -> None:
    """One sentence however many roles there are; they are given as soon as it is there."""
    await rated(world, world.alice, 1700)
    own = next(r for r in world.env.backend.guilds[world.guild.id].roles.values() if r.managed)
    before = own.permissions
    backend, manages = world.env.backend, discord.Permissions(manage_roles=True).value
    backend.edit_role(world.guild.id, own.id, {"permissions": before & ~manages})
    warning = sentence(Problem.MISSING_PERMISSION, permission="Manage Roles", channel="")
    for words in ("@Master 1600", "@Expert 1500", ""):
        assert (await keeper.says(words)).count(warning) == 1
    assert held(world, world.alice) == []
    backend.edit_role(world.guild.id, own.id, {"permissions": before})
    assert warning not in await keeper.says("@Master 1600")
    assert held(world, world.alice) == ["Master"]


async def test_roles_are_asked_for_by_slash_command_too(world: World, keeper: Keeper) -> None:
    """As all that can be typed."""
    await rated(world, world.alice, 1700)
    (said,) = await world.slash(
        "ttt do", by=keeper.member, words=f"roles {keeper.master.mention} 1600"
    )
    assert keeper.master.mention in said
    await world.env.settle()
    assert held(world, world.alice) == ["Master"]
    (said,) = await world.slash(
        "ttt do", by=keeper.member, words=f"roles remove {keeper.master.mention}"
    )
    assert keeper.master.mention not in (await world.slash("ttt do", words="roles"))[0]


async def test_a_server_has_only_so_many(world: World, keeper: Keeper) -> None:
    """One more is refused; a role may change what it stands for."""
    for number in range(MOST_STEPS):
        role = world.guild.create_role(f"role {number}")
        await keeper.says(f"{role.mention} {1000 + number}")
    assert await keeper.says("@Master 1600") == sentence(RolesProblem.TOO_MANY, most=MOST_STEPS)
    assert "1700" in await keeper.says(f"{role.mention} 1700")


async def test_there_are_no_roles_in_direct_messages(world: World) -> None:
    """One sentence."""
    await world.alice.send_dm("!ttt roles")
    assert world.told(world.alice) == [sentence(Problem.NOT_FOR_ONESELF, text="roles")]
