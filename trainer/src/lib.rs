//! Trains the net of the xiangqi engine on positions of its own games.
