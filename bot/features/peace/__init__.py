"""Who may challenge whom: a choice of each person, and whom they have blocked."""
