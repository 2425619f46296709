"""Files into pages: what is seen on each, in painting order and millimetres."""
