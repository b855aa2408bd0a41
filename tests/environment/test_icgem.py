"""ICGEM files: what the format allows, and a message with the line for what it does not."""

import numpy as np
import pytest

from cases import cases
from treetop.environment.gravity_fields import field, read_icgem
from treetop.environment.icgem import _norms
from treetop.errors import ModelError

HEAD = """A comment with words
begin_of_head =====
product_type gravity_field
modelname TEST-1
earth_gravity_constant 0.3986004415D+15
radius 0.63781363E+07
max_degree 3
norm fully_normalized
tide_system tide_free
end_of_head =====
"""


def written(tmp_path, text):
    path = tmp_path / "field.gfc"
    path.write_text(text)
    return path


def test_a_field_comes_back_as_it_was_written(tmp_path):
    earth = field("EGM2008", 12)
    lines = [
        f"gfc {n} {m} {earth.C[n, m]:.17g} {earth.S[n, m]:.17g} 0 0"
        for n in range(13)
        for m in range(n + 1)
        if n > 1
    ]
    text = HEAD.replace("max_degree 3", "max_degree 12") + "gfc 0 0 1.0 0.0\n" + "\n".join(lines)
    read = read_icgem(written(tmp_path, text))
    assert (read.name, read.mu, read.radius) == ("TEST-1", earth.mu, earth.radius)
    assert read.tide_system == "tide_free"
    assert (read.C == earth.C).all() and (read.S == earth.S).all()


def test_exponents_with_d_and_what_is_left_out(tmp_path):
    read = read_icgem(written(tmp_path, HEAD + "gfc 2 0 -0.484165D-03 0.0d0 1e-11 0.0\n\n"))
    assert read.degree == 3 and read.C[2, 0] == -0.484165e-3
    assert np.count_nonzero(read.C) == 1 and not read.S.any()


def test_fields_that_are_not_normalised(tmp_path):
    text = HEAD.replace("fully_normalized", "unnormalized")
    read = read_icgem(written(tmp_path, text + "gfc 2 0 -1.0826e-3 0\ngfc 2 2 1.5745e-6 -9e-7\n"))
    assert read.C[2, 0] == pytest.approx(-1.0826e-3 / np.sqrt(5), rel=1e-14)
    assert read.C[2, 2] == pytest.approx(1.5745e-6 / np.sqrt(2 * 5 / 24), rel=1e-14)
    assert _norms(3)[3, 1] == pytest.approx(np.sqrt(2 * 7 * 2 / 24), rel=1e-14)


def test_degree_0_scales_the_mass(tmp_path):
    read = read_icgem(written(tmp_path, HEAD + "gfc 0 0 1.001 0\n"))
    assert read.mu == pytest.approx(1.001 * 3.986004415e14, rel=1e-15) and read.C[0, 0] == 0.0


@cases(
    "old new message",
    r"""
    end_of_head             | end              | no line end_of_head
    radius 0.63781363E+07\n |                  | the header has no radius
    0.63781363E+07          | -3               | radius is -3
    0.3986004415D+15        | many             | 'many' is not a number
    max_degree 3            | max_degree x     | max_degree is 'x'
    max_degree 3            | max_degree 99999 | from 0 to 2190
    fully_normalized        | half             | norm is 'half'
    tide_free               | high_tide        | tide_system is 'high_tide'
    """,
)
def test_headers_that_are_wrong(tmp_path, old, new, message):
    assert old in HEAD
    with pytest.raises(ModelError, match=message):
        read_icgem(written(tmp_path, HEAD.replace(old, new) + "gfc 2 0 1 0\n"))


@pytest.mark.parametrize(
    "line, message",
    [
        ("gfc 2 0 1", "gfc has 3 values"),
        ("gfc 2 0 1 abc", "'abc' is not a number"),
        ("gfc 2 0 1 nan", "'nan' is not a number"),
        ("gfc 2 x 1 0", "are not degree and order"),
        ("gfc 4 0 1 0", "there is degree 4, and max_degree is 3"),
        ("gfc 2 3 1 0", "order 3 is above degree 2"),
        ("gfc 3 0 1 0", "come twice"),
        ("gfct 2 0 1 0 0 0 20050101", "gfct: coefficients change with time"),
        ("xyz 2 0 1 0", "no lines of kind 'xyz'"),
    ],
)
def test_lines_that_are_wrong_are_named(tmp_path, line, message):
    path = written(tmp_path, f"{HEAD}gfc 3 0 1e-6 0\n{line}\n")
    with pytest.raises(ModelError, match=f"field.gfc:12: .*{message}"):
        read_icgem(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ModelError, match="no such file"):
        read_icgem(tmp_path / "none.gfc")
