"""Values tabulated in time."""

import pytest

import treetop as tt


def test_values():
    table = tt.Table([0, "1 min"], [[1, 2, 3], [4, 5, 6]], "hold")
    assert (table.times, table.size) == ((0, 60), 3)
    assert tt.Table([0], [1]).size == 1


@pytest.mark.parametrize(
    ("times", "values", "where"),
    [
        ([], [], "Table.times"),
        ([0, 0], [1, 2], "Table.times[1]"),
        ([1, 0], [1, 2], "Table.times[1]"),
        ([0, 1], [1], "Table"),
        ([0, 1], [1, [1, 2, 3]], "Table"),
        ([0, 1], [1, [1, 2]], "Table.values[1]"),
        (["1 m"], [1], "Table.times[0]"),
    ],
)
def test_wrong(times, values, where, problems_of):
    (problem,) = problems_of(tt.Table, times, values)
    assert problem.where == where
