"""Searches: the book's, the strong one, the prover, and the players made of them."""
