"""What a page says, a module a topic: from runs to a section with its tables and figures."""
