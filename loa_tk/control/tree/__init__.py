"""Recorded search trees as text, JSON, DOT, SVG and HTML.

Imports the recorded trees, the common parts of pages, and words.
"""
