"""The main window as a whole: its commands, its scene, its controller.

Imports every other part of `control`.
"""
