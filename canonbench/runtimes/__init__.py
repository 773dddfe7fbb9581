"""Other runtimes: a protocol of JSON lines, the child that speaks it, and the libraries of each runtime.

Here is how a child is started, asked and ended; which libraries there are, the engines say
(``canonbench.engines.node``, ``canonbench.engines.go``). ``docs/other-runtimes.md`` describes the protocol.
"""
