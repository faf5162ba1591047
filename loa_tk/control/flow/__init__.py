"""The Flow Free window's logic: drawing, watching, comparing, without a screen."""
