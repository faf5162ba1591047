"""The class window: the setup on the left, progress and pages on the right."""
