"""The main window's logic: its session, its commands, the moves of people, the scenes it shows."""
