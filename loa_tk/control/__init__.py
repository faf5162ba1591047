"""What happens when: controllers, the worker process, series and logs; no windows in here."""
