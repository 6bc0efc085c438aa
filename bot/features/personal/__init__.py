"""What a person has chosen for all their games: a coach, a style, pings."""
