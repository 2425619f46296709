"""Pictures as values in millimetres: scenes, their paint and letters, marks, parts, writers."""
