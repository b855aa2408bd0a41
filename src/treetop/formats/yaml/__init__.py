"""Models as YAML files."""
