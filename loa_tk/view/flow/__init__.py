"""The Flow Free window and its board; imports `kit` and what all boards share."""
