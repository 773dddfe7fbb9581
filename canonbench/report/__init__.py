"""Renderers: data and a stream in, text out. They measure nothing and decide nothing."""
