"""Documents to measure: read from the bundle, generated from a seed, or brought by a user."""
