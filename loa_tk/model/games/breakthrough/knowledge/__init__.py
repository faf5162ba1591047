"""What is known about Breakthrough: its evaluations, loaded when one is asked for."""
