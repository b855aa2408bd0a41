"""What a run reports flexible bodies is where their nodes are, bent."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft


@pytest.mark.compiled
def test_distance_clearance_and_audit_see_the_nodes():
    system = craft().build()
    start = system.state(boom={"mode1": 0.03, "mode2": -0.02})
    run = tt.simulate(system, start, duration=1e-4, every=1e-4)
    straight = tt.simulate(system, system.state(), duration=1e-4, every=1e-4)
    bent = run["boom tip.position"].values - straight["boom tip.position"].values
    assert np.linalg.norm(bent[0]) > 0.02
    ends = (run[f"boom {end}.position"].values for end in ("root", "tip"))
    span = np.linalg.norm(np.subtract(*ends), axis=1)
    assert run.distance("boom.root", "boom").values == pytest.approx(0.0, abs=1e-12)
    # The frame is 0.1 m ahead of the tip's node, turned with it.
    assert run.distance("boom.root", "boom.tip").values == pytest.approx(span + 0.1, abs=1e-4)
    moved = run.distance("bus", "boom.tip").values - straight.distance("bus", "boom.tip").values
    assert abs(moved[0]) > 1e-3
    apart = run.clearance(tt.Sphere("bus", 0.1), "boom.tip").values
    assert apart == pytest.approx(run.distance("bus", "boom.tip").values - 0.1, abs=1e-12)
    assert run.audit().passed(1e-9)


@pytest.mark.compiled
def test_a_result_holds_its_flexible_bodies(tmp_path):
    model = craft()
    system = model.build()
    run = tt.simulate(system, system.state(boom={"mode1": 0.03}), duration=1e-4, every=1e-4)
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    boom = again.model.bodies["boom"]
    assert boom.mass == model.bodies["boom"].mass
    assert len(boom.reduced.skin.points) == 5
    assert again.distance("bus", "boom.tip").values == pytest.approx(
        run.distance("bus", "boom.tip").values, abs=1e-15
    )
