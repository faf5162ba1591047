"""The search explorer's window: the tree page, the comparison, the quiz."""
