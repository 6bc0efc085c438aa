"""What windows and threats are worth where discs fall, learnt from games of the engine."""
