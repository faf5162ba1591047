"""What all windows are built from: look, pictures, cards, forms and dialogs.

Imports no other part of the view.
"""
