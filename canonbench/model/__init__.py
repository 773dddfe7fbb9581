"""What canonbench talks about: texts, stages, engines, ways to use them, and cases."""
