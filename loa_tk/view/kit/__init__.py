"""The parts that all windows are built from: look, pictures, cards, forms and dialogs.

Imports no other folder of the view.
"""
