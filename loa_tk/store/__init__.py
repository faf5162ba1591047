"""What is kept on disk: settings, files that are never half written, the diagnostic log.

Imports only `model.game`, for its errors.
"""
