"""Points, boxes and transforms of the plane, and the grids that games are played on."""
