"""What all HTML pages and SVG pictures that the program writes have in common.

Imports nothing from the package.
"""
