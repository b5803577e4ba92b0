"""``System``: a rulebook with all its parts, and what drivers may ask of it."""
