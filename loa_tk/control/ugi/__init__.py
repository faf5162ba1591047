"""The Universal Game Interface: this program as a server, and other programs as players.

Imports `model`, the engine's jobs and its search log, and the guest's worker; it knows no window.
"""
