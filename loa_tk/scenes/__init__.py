"""What the windows show, as immutable data, and the protocols of what they report and offer.

These modules import only each other.
"""
