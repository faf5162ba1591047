"""The strong search's ideas as lessons: each is a small search with a figure and two sentences.

`lesson.py` says what a lesson is, and `catalogue.py` has a row for each. The others make them.
Imports the games' protocol, notation, numbers, the searches and the recorded trees.
"""
