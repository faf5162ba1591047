"""Recorded search trees and quizzes as text, JSON, DOT, SVG and HTML.

Imports the recorded trees, drawn boards, the common parts of pages, and words.
"""
