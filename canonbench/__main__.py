"""``python -m canonbench`` is the console script ``canonbench``."""

from canonbench.cli import main

raise SystemExit(main())
