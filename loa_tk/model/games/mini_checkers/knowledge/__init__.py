"""What is known about Mini-Checkers: its evaluations, loaded when one is asked for."""
