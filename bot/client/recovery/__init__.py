"""What goes on after the bot, its connection or the machine went down.

attempts         tries something in the channels of games, with growing pauses after failures
cog              listens to the gateway, and says what is read back and resumed, and when
owed_games       resumes games that wait for the bot: moves to make, boards to show
read_back        reads what people typed meanwhile, and plays it in order
reopening        goes on with games whose channel was closed and is open again
shard_states     for each shard its session, and up to which message it has heard everything
work_queue       does a few of many things at a time
"""
