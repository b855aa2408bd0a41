"""What a run tells of flexible bodies is where their nodes are, bent."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft


@pytest.mark.compiled
def test_distance_clearance_and_audit_see_the_nodes():
    system = craft().build()
    start = system.state(boom={"mode1": 0.3, "mode2": -0.2})
    run = tt.simulate(system, start, duration=1e-4, every=1e-4)
    ends = (run[f"boom {end}.position"].values for end in ("root", "tip"))
    span = np.linalg.norm(np.subtract(*ends), axis=1)
    assert abs(span[0] - 5.0) > 1e-3
    assert run.distance("boom.root", "boom").values == pytest.approx(0.0, abs=1e-12)
    # The frame is 0.1 m ahead of the tip's node, turned with it.
    assert np.abs(run.distance("boom.root", "boom.tip") - span).max() < 0.11
    assert np.abs(run.distance("boom.root", "boom.tip") - span).min() > 0.09
    apart = run.clearance(tt.Sphere("bus", 0.1), "boom.tip").values
    assert apart == pytest.approx(run.distance("bus", "boom.tip").values - 0.1, abs=1e-12)
    assert run.audit().passed(1e-9)
