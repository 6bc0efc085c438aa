"""The coach that each person chooses for games against the engine."""
