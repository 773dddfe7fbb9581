"""The report as a page: one neutral value, and a renderer for each format that carries it."""
