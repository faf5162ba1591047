"""The window that checks one file, and the table of checks that the class window shows too."""
