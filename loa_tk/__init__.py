"""loa_tk: a desktop lab for the classic game-search assignments of an AI course."""

__version__ = "0.2.0"
