"""Cases of a test as a table, a line each: columns stand between bars, and need no quotes."""

import pytest


def cases(names: str, text: str):
    """Let a test run for each line; ``\\n`` in it is the end of a line of a file."""
    lines = [line.replace("\\n", "\n") for line in text.strip().splitlines()]
    rows = [tuple(column.strip(" ") for column in line.split(" |")) for line in lines]
    return pytest.mark.parametrize(names.split(), rows)
