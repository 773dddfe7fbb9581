"""Measuring: plan, gate, leaves (one pyperf Runner each) and the conductor of their rounds."""
