"""What is known about Lines of Action: evaluations and the book, loaded when they are asked for."""
