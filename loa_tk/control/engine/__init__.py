"""The engine process and how it is asked: worker, jobs, thinker, and a search's report in words."""
