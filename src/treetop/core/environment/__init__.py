"""The world around a system: one law per file, as pure functions of values and tables."""
