"""A board to touch: a page in the browser that shows a live game and plays in it.

It is the third way to the same game, beside typing and the buttons of Discord. What somebody
touches there comes in through the same door (bot/edge/door.py) as a press, is stored by the same
services, and is shown in the channel too. The page asks for nothing but the state of one game.
"""
