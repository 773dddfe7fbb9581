"""canonbench: where a verifiable credential spends its time, and whose doing that is.

Nothing is imported here, so that a worker imports only the engine that it measures.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
