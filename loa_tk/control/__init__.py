"""The logic of the windows, the engine process, series and files; no tkinter.

Every window runs on `loop`: an intent changes its state and names `effects`. Imports `model`,
`scenes`, `words` and `store`; the folders below may import each other as `tests/test_structure.py`
lists.
"""
