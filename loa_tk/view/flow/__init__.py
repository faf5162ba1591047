"""The Flow Free window and its board."""
