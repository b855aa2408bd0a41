"""Whatever is paid out and drawn in: energy, momentum and angular momentum are on the balance."""

import os

import numpy as np
import pytest

import treetop as tt
from random_deployments import DURATION, random_craft, random_spin

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore:devices.*a cable is pushed out"),
]

DEPLOYMENTS = int(os.environ.get("TREETOP_DEPLOYMENTS", "6"))  # 200 take five minutes


def test_balances_close_while_elements_come_and_go():
    changes = 0
    for seed in range(DEPLOYMENTS):
        system = random_craft(seed).build()
        start = random_spin(system, seed)
        run = tt.simulate(system, start, DURATION, every=0.05, rtol=1e-10, atol=1e-12)
        audit = run.audit()
        for name in ("energy", "linear momentum", "angular momentum"):
            assert audit[name].relative < 1e-9, (seed, name)
        for name in system.model.devices:
            changes += int(np.abs(np.diff(run[f"{name}.rods"].values)).sum())
    assert changes >= 3 * DEPLOYMENTS
