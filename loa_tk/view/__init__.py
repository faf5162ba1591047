"""The windows: they draw Scenes, report Intents, and know neither the model nor the controller."""
