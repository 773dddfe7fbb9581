"""Pure functions over runs: samples, intervals, verdicts, tables. No clock, no file, no engine."""
