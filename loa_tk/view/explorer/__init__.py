"""The search explorer's window: five pages, and a step shown large for a lecture room."""
