"""Other programs as players, and this program as a server of the Universal Game Interface.

`client.py` runs a program. What it says to the program is a dialect of `protocol.py`. Imports
`model`, the engine's jobs and its search log, and the guest's worker; it knows no window.
"""
