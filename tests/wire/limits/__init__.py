"""How often Discord lets a bot do what: requests, identifies, answers to interactions."""
