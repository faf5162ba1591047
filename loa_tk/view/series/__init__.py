"""The series window; imports `kit`."""
