"""Series: computer against computer, by the game and by the hundred."""
