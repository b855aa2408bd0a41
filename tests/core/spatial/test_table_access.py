"""Values written into rows of tables are read back as they were."""

import numpy as np
import pytest

from treetop.core.spatial import table_access, values

TABLE = np.random.default_rng(3).normal(size=(4, 21))


@pytest.mark.parametrize(
    ("put", "get", "width"),
    [
        (table_access.put_vec, table_access.vec, 3),
        (table_access.put_mat, table_access.mat, 9),
        (table_access.put_six, table_access.motion, 6),
        (table_access.put_six, table_access.force, 6),
        (table_access.put_articulated, table_access.articulated_row, 21),
    ],
    ids=["vec", "mat", "motion", "force", "articulated"],
)
def test_row(put, get, width):
    table = np.zeros((3, width))
    value = get(np.ascontiguousarray(TABLE[:, :width]), 2)
    put(table, 1, value)
    assert np.array_equal(table[1], TABLE[2, :width])
    assert not table[[0, 2]].any()


def test_what_is_read_has_its_type():
    kinds = [
        (table_access.vec, values.Vec3),
        (table_access.mat, values.Mat3),
        (table_access.sym, values.Sym3),
        (table_access.motion, values.Motion),
    ]
    kinds += [
        (table_access.force, values.Force),
        (table_access.articulated_row, values.ArticulatedInertia),
    ]
    for get, kind in kinds:
        assert type(get(TABLE, 0)) is kind


@pytest.mark.parametrize(
    ("put", "get", "kind"),
    [
        (table_access.put_vec_at, table_access.vec_at, values.Vec3),
        (table_access.put_quaternion_at, table_access.quaternion_at, values.Quaternion),
    ],
)
def test_successive_numbers(put, get, kind):
    values, size = np.zeros(9), len(kind._fields)
    value = get(TABLE[0].copy(), 5)
    put(values, 2, value)
    assert type(value) is kind
    assert np.array_equal(values[2 : 2 + size], TABLE[0, 5 : 5 + size])
    assert np.count_nonzero(values) == size


def test_copy_into_copies_all():
    target = np.zeros(21)
    table_access.copy_into(target, TABLE[1].copy())
    assert np.array_equal(target, TABLE[1])
