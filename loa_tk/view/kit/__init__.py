"""The parts that all windows are built from: look, images, widgets, forms and dialogs."""
