"""The service that plays the games of all channels; knows nothing of Discord."""
