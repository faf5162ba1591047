"""The Universal Game Interface: this program as an engine, and other programs as players."""
