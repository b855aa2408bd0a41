"""What lies along a beam acts on its rods."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt

LENGTH, ELEMENTS = 900.0, 3


def craft(**line):
    m = tt.Model("craft")
    dipole = tt.MagneticDipoleField([0, 2e22, -7.8e22])
    m.set_environment(tt.Planet(mu=3.986e14, radius=6378137.0, magnetic=dipole))
    hub = m.add_body("hub", 100, [10, 10, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    cable = m.add_beam(
        "cable", tt.Cable(length=LENGTH, mass_per_length=0.01, elements=ELEMENTS, **line)
    )
    m.add_joint("hold", tt.Fixed(), hub, cable)
    m.add_joint("end", tt.Fixed(), cable.tip, m.add_body("end", 5, [1, 1, 1]))
    return m, cable


def moved(m):
    system = m.build()
    bent = {f"cable hinge {k}": {"angle1": 0.2, "angle2": -0.3 * k} for k in range(ELEMENTS)}
    origin = {"position": [7e6, 0, 0], "velocity": [0, 7500, 0]}
    return system.evaluate(system.state(origin=origin, **bent))


@pytest.mark.parametrize("line", [{}, {"lumped": True}, {"EA": 1e4}])
@pytest.mark.parametrize("circuit", [{"current": 3}, {"resistance": 50, "voltage": 40}])
def test_a_conductor_along_a_cable_is_one_through_its_hinges(line, circuit):
    found = []
    for along in (True, False):
        m, cable = craft(**line)
        h = LENGTH / ELEMENTS
        ends = [(k + (not cable.line.lumped) * 0.5) * h for k in range(cable.line.lumped, ELEMENTS)]
        through = [cable.at(s) for s in [*ends, LENGTH]]
        given = {} if along else {"to": through}
        m.add_device("wire", tt.Conductor(cable, **given, **circuit))
        now = moved(m)
        seen = [now.body["end"].acceleration, now.body["hub"].angular_acceleration]
        found.append(np.array([*seen, now.force["wire"].applied_force]))
    assert np.abs(found[0][2]).max() > 1e-3
    assert_allclose(*found, rtol=1e-9, atol=1e-12)


def test_the_electromotive_forces_of_pieces_add_up():
    m, cable = craft()
    m.add_device("wire", tt.Conductor(cable, resistance=10))
    nodes = [cable.root, *(cable.at((k + 0.5) * LENGTH / ELEMENTS) for k in range(3)), cable.tip]
    for k, (a, b) in enumerate(pairwise(nodes)):
        m.add_device(f"piece {k}", tt.Conductor(a, b, current=0))
    now = moved(m)
    pieces = sum(now[f"piece {k}.electromotive_force"] for k in range(4))
    assert now["wire.electromotive_force"] == pytest.approx(pieces, rel=1e-12)
    assert now["wire.current"] == pytest.approx(pieces / 10.0, rel=1e-12)


def test_without_a_second_frame_it_needs_a_beam():
    m, _ = craft()
    m.add_device("wire", tt.Conductor("hub", current=1))
    with pytest.raises(tt.ModelError, match="'hub' is neither a beam nor a cable"):
        m.build()


def test_all_rods_of_a_beam_in_water_count_as_worked_on():
    m, cable = craft()
    m.add_force("water", tt.FluidLoad(cable, diameter=0.01, density=1e-9))
    system = m.build()
    load = system.mechanism.forces["water"]
    assert len(load.rods) == 2 * (ELEMENTS + 1)
    assert load.breaks == ()
