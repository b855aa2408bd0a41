"""Poles, zeros, responses and other forms of linear models."""

import numpy as np
import pytest

import treetop as tt
from treetop import LinearModel


def oscillator(damping=0.1, w=2.0):
    A = [[0, 1], [-(w**2), -2 * damping * w]]
    units = {"torque": "N*m", "angle": "rad"}
    return LinearModel(A, [[0], [1]], [[1, 0]], [[0]], ["q", "v"], ["torque"], ["angle"], units)


def test_poles_and_response():
    linear, w = oscillator(), np.array([0.5, 2.0, 10.0])
    assert linear.poles == pytest.approx(
        2 * np.array([-0.1 + 0.99**0.5 * 1j, -0.1 - 0.99**0.5 * 1j])
    )
    found = linear.response(w)
    assert found.sel(output="angle", input="torque").values == pytest.approx(
        1 / (4 - w**2 + 0.4j * w)
    )
    assert found.coords["output_unit"].item() == "rad" and linear.stable


def test_the_response_is_infinite_at_a_pole():
    with pytest.raises(tt.TreetopError, match="infinite at a pole"):
        LinearModel([[0.0]], [[1]], [[1]], [[0]]).response(0.0)


def test_parts_by_name():
    linear = LinearModel(-np.eye(2), np.eye(2), np.eye(2), np.zeros((2, 2)))
    assert linear.part("w1", ["z0"]).inputs == ("w1",)
    with pytest.raises(tt.ModelError, match="unknown input 'w7'"):
        linear.part("w7")


def test_matrices_that_do_not_fit():
    with pytest.raises(tt.TreetopError, match="do not fit each other"):
        LinearModel(np.eye(2), np.eye(3), np.eye(2), np.eye(2))
    with pytest.raises(tt.TreetopError, match="2 states need as many names, not 1"):
        LinearModel(np.eye(2), np.eye(2), np.eye(2), np.eye(2), states=["x"])


def test_step_and_impulse_responses():
    t = np.linspace(0, 3, 7)
    lag = LinearModel([[-0.5]], [[1]], [[3]], [[0.25]])
    assert lag.step(t).values[0, 0] == pytest.approx(6 * (1 - np.exp(-t / 2)) + 0.25)
    assert lag.impulse(t).values[0, 0] == pytest.approx(3 * np.exp(-t / 2))


def test_as_a_model_of_python_control():
    pytest.importorskip("control")
    linear = oscillator()
    found = linear.to_control()
    assert found.input_labels == ["torque"] and found.output_labels == ["angle"]
    assert found.state_labels == ["q", "v"]
    assert found(1j) == pytest.approx(linear.response(1.0).values[0, 0, 0])
    assert linear.sampled("20 ms").to_control().dt == 0.02


def test_as_a_model_of_scipy_and_in_a_file(tmp_path):
    from scipy.io import loadmat

    linear = oscillator()
    _, found = linear.to_scipy().freqresp([1.0])
    assert found[0] == pytest.approx(linear.response(1.0).values[0, 0, 0])
    assert linear.sampled("20 ms").to_scipy().dt == 0.02
    linear.sampled("20 ms").save_mat(tmp_path / "m.mat")
    read = loadmat(tmp_path / "m.mat", simplify_cells=True)
    assert read["Ts"] == 0.02 and list(read["states"]) == ["q", "v"]
    linear.save_mat(tmp_path / "m.mat")
    read = loadmat(tmp_path / "m.mat")
    assert read["Ts"] == 0 and all(np.array_equal(read[k], getattr(linear, k)) for k in "ABCD")


def test_what_cannot_be_done_twice():
    sampled = oscillator().sampled(0.1)
    for again in (
        lambda: sampled.sampled(0.1),
        lambda: sampled.reduced(1),
        lambda: sampled.step([1]),
    ):
        with pytest.raises(tt.TreetopError):
            again()
    with pytest.raises(tt.TreetopError, match="does not know the controllers"):
        sampled.loop("pd")
