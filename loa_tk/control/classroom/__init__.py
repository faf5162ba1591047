"""Checks of students' programs, and a class of them: games, marks and pages.

The modules here import the model, words, store, series, the guest process and the UGI client.
"""
