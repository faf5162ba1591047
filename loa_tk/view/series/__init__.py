"""The series window: the setup, the score, and pages of tables, plots and games."""
