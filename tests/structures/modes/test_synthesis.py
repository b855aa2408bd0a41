"""System modes from components, and back."""

import numpy as np
import pytest

from slender import slender
from treetop.errors import ModelError
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes
from treetop.structures.modes.reduction import attachment_modes, craig_bampton, united
from treetop.structures.modes.synthesis import (
    Component,
    Connection,
    component_damping,
    projected_modes,
    system_modes,
)

pytestmark = pytest.mark.compiled  # no kernels: once is enough

SECTION = Section(1e6, 1.0, 2.0, 5.0, 1.0, 1e-4, 2e-4)
TURN = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


def beam(*places):
    """Beams of four elements each along a line of places, at nodes 0, 1, ..."""
    frame = BeamFrame()
    for k, place in enumerate(places):
        frame.add_node(f"n{k}", place)
    for k in range(len(places) - 1):
        frame.add_beam(f"b{k}", f"n{k}", f"n{k + 1}", SECTION, elements=4, y=[0, 0, 1])
    return frame.structure()


def elbow():
    """The whole: along x, then along y from there."""
    return normal_modes(beam([0, 0, 0], [1, 0, 0], [1, 2, 0]), count=10)


def pieces(count):
    """The structure of two components, the second modelled along x and turned."""
    first = beam([0, 0, 0], [1, 0, 0])
    second = beam([0, 0, 0], [2, 0, 0])
    # y of the second component's sections is along z as in the whole: turning keeps z.
    parts = {
        "upper": Component(craig_bampton(first, "n1", "n0", count=count)),
        "fore": Component(craig_bampton(second, "n0", "n1", count=count), [1, 0, 0], TURN),
    }
    return system_modes(parts, [Connection(("upper", "n1"), ("fore", "n0"))])


def test_two_components_make_the_whole():
    whole = elbow()
    errors = []
    for count in (2, 8, 18):
        found = pieces(count)
        assert len(found.squares) - len(found.elastic) == 6
        these = found.frequencies[found.elastic][:10]
        errors.append(np.abs(these / whole.frequencies[: len(these)] - 1).max())
    assert errors[0] > errors[1] > errors[2] and errors[1] < 1e-2 and errors[2] < 1e-7


def test_nodes_that_are_connected_move_together():
    found = pieces(4)
    one, other = found.motion("upper", "n1"), found.motion("fore", "n0")
    np.testing.assert_allclose(one, other, atol=1e-8)
    assert np.abs(one[:, found.elastic]).max() > 0.1


def test_released_directions_are_free():
    """A beam that the ground holds along three directions and about its axis is pinned."""
    part = Component(united(normal_modes(slender(8, rotary_y=1e-6, rotary_z=1e-6), count=10)))
    link = Connection(("beam", "root"), directions="x y z rx")
    found = system_modes({"beam": part}, [link])
    np.testing.assert_allclose(
        found.angular_frequencies[found.elastic][:2], 3.926602312047919**2, rtol=5e-3
    )
    assert len(found.squares) - len(found.elastic) == 2


def test_projected_modes_reproduce_the_system():
    """The six lowest system modes need at most six shapes of each component, and keep them."""
    rich = pieces(12)
    lowest = rich.elastic[:6]
    parts = {
        name: Component(projected_modes(rich, name, lowest, 1e-9), part.position, part.attitude)
        for name, part in rich.components.items()
    }
    assert max(len(p.modes) for p in parts.values()) <= 6
    poor = system_modes(parts, [Connection(("upper", "n1"), ("fore", "n0"))])
    np.testing.assert_allclose(
        poor.frequencies[poor.elastic][:6], rich.frequencies[lowest], rtol=1e-8
    )
    same_number = pieces(1).frequencies[pieces(1).elastic][:6]
    assert np.abs(same_number / rich.frequencies[lowest] - 1).max() > 1e-4


def test_component_damping_gives_the_system_its_damping():
    """Found again in the eigenvalues of the damped system."""
    system = pieces(4)
    wanted = [0.01, 0.012, 0.008, 0.02, 0.01, 0.015]
    found = component_damping(system, wanted)
    np.testing.assert_allclose(system.damping_ratios(found)[:6], wanted, rtol=1e-3)
    D = sum(system.shapes[n][6:].T @ d.matrix @ system.shapes[n][6:] for n, d in found.items())
    assert np.linalg.eigvalsh(D)[0] > -1e-9
    count = len(system.squares)
    A = np.block([[np.zeros((count, count)), np.eye(count)], [-np.diag(system.squares), -D]])
    roots = np.linalg.eigvals(A)
    roots = roots[(roots.imag > 0.1)]
    lowest = roots[np.argsort(np.abs(roots))][:6]
    np.testing.assert_allclose(-lowest.real / np.abs(lowest), wanted, rtol=0.05)
    with pytest.raises(ModelError, match="99 ratios for 20 modes"):
        component_damping(system, [0.01] * 99)
    with pytest.raises(ModelError, match="from 0 to below 1"):
        component_damping(system, [0.1, 1.1])


def test_bad_input():
    part = Component(attachment_modes(beam([0, 0, 0], [1, 0, 0]), {"n1": "x"}, "n0"))
    with pytest.raises(ModelError, match=r"no component is named 'b'.*a"):
        system_modes({"a": part}, [Connection(("a", "n0"), ("b", "n0"))])
    with pytest.raises(ModelError, match="no direction is named 'up'"):
        system_modes({"a": part}, [Connection(("a", "n0"), directions="up")])
    with pytest.raises(ModelError, match="do not deform"):
        projected_modes(system_modes({"a": part}, []), "a", [])
    with pytest.raises(ModelError, match=r"node n1 of 'a' and node n0 of 'b' are 2 m apart"):
        far = Component(part.modes, [3, 0, 0])
        system_modes({"a": part, "b": far}, [Connection(("a", "n1"), ("b", "n0"))])
    with pytest.raises(ModelError, match="is no rotation"):
        Component(part.modes, attitude=2 * np.eye(3))
