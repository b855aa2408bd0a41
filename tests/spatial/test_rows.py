"""Values written into rows of tables are read back as they were."""

import numpy as np
import pytest

from treetop.spatial import ArticulatedInertia, Force, Mat3, Motion, Quaternion, Sym3, Vec3, rows

TABLE = np.random.default_rng(3).normal(size=(4, 21))


@pytest.mark.parametrize(
    ("put", "get", "width"),
    [
        (rows.put_vec, rows.vec, 3),
        (rows.put_mat, rows.mat, 9),
        (rows.put_six, rows.motion, 6),
        (rows.put_six, rows.force, 6),
        (rows.put_articulated, rows.articulated_row, 21),
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
    kinds = [(rows.vec, Vec3), (rows.mat, Mat3), (rows.sym, Sym3), (rows.motion, Motion)]
    kinds += [(rows.force, Force), (rows.articulated_row, ArticulatedInertia)]
    for get, kind in kinds:
        assert type(get(TABLE, 0)) is kind


@pytest.mark.parametrize(
    ("put", "get", "kind"),
    [
        (rows.put_vec_at, rows.vec_at, Vec3),
        (rows.put_quaternion_at, rows.quaternion_at, Quaternion),
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
    rows.copy_into(target, TABLE[1].copy())
    assert np.array_equal(target, TABLE[1])
