"""The Universal Game Interface: this program as a server, and other programs as players.

Imports `model` and the engine's search log; it knows no window.
"""
