"""Run files: pyperf JSON, one file a stack, and ``run.jsonl`` beside them."""
