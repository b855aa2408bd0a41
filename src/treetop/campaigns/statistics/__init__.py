"""Statistics of many runs: one file per question."""
