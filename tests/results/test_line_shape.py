"""The shape of a line that is paid out."""

import numpy as np
import pytest

import treetop as tt


def test_nodes_go_from_the_mouth_to_the_tip():
    m = tt.Model("line")
    hub = m.add_body("hub", mass=20, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    mouth = hub.frame("mouth", at=[1, 0, 0])
    m.add_device("line", tt.Deployer(mouth, 0.1, 12, elements=4, length=7, tip_mass=1))
    system = m.build()
    start = system.state(flight={"position": [0, 0, 5]})
    run = tt.simulate(system, start, duration=0.1, every=0.1)
    nodes = run.line("line")
    assert nodes.dims == ("time", "node", "axis") and nodes.attrs["units"] == "m"
    places = [[1, 0, 5], [1, 0, 5], [2, 0, 5], [5, 0, 5], [8, 0, 5]]
    np.testing.assert_allclose(nodes[0], places, atol=1e-13)
    assert "line.length" in run.quantities
    assert not [name for name in run.quantities if name.startswith(("line rod", "line link"))]
    with pytest.raises(tt.TreetopError, match=r"no line is called 'rope' \(there are: 'line'\)"):
        run.line("rope")
