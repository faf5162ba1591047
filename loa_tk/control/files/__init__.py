"""Games in files: opened, saved, kept automatically, and taken up again at the next start."""
