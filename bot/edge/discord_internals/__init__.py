"""Everything that needs private names of discord.py, which any version may change.

discord.py has no public way to do these things:

- speak to another address than Discord's, such as a proxy
- set how long a request may take
- go on after an event or a message that it cannot read
- keep only the used parts of a server
- find the client to which a member is known
- recognise an answer that is not Discord's, such as the page of a proxy, and go on after it
- read what is wrong with a request from a server that reports it in another way
- send a message, or an answer, again without the components that a server refuses
- connect again after every failure, with pauses that grow to a minute, and to resume the session
- note that an interaction has had its first answer, of which only the receipt got lost
- upload commands only if Discord has others, and without removing the one that opens an activity

`pyproject.toml` pins the version of discord.py. If a new version lacks one of the private names,
`tests/bot/edge/test_discord_internals.py` says which.
"""
