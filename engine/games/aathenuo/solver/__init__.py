"""The search behind a hint: sets planned without the grid, laid out on it, and an exact model."""
