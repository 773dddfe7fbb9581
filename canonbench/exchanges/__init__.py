"""Compositions of stages: transformations, and the exchanges that are built of them."""
