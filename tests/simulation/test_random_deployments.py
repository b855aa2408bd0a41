"""Whatever is paid out and drawn in: energy, momentum and angular momentum are on the balance."""

import os

import numpy as np
import pytest

import treetop as tt
from random_deployments import DURATION, TOTAL, random_craft, random_spin

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore:devices.*a cable is pushed out"),
]

DEPLOYMENTS = int(os.environ.get("TREETOP_DEPLOYMENTS", "6"))  # 200 take some minutes


def asked_for(lengths, h):
    """How many times rods are cut off and merged: the exit rod has 0.1 to 1.1 of a rod."""
    whole, changes = int(lengths[0] / h - 0.1), 0
    for length in lengths:
        last = round(TOTAL / h) - 1
        while (length > (whole + 1.1) * h and whole < last) or (
            length < (whole + 0.1) * h and whole
        ):
            whole += 1 if length > (whole + 1) * h else -1
            changes += 1
    return changes


def folds(run):
    """Whether rods are square to each other about the second axis of a hinge, where that is
    singular."""
    second = [str(label).endswith(".angle2") for label in run.data.coordinate.values]
    return np.abs(run.data.coordinates.values[:, second]).max() > np.radians(80)


@pytest.mark.filterwarnings("ignore:the audit of this run fails")
def test_balances_close_while_elements_come_and_go():
    sound, seed = 0, -1
    while sound < DEPLOYMENTS:
        seed += 1
        system = random_craft(seed).build()
        start = random_spin(system, seed)
        # Samples between steps are less exact than steps: tight tolerances.
        run = tt.simulate(system, start, DURATION, every=0.01, rtol=1e-11, atol=1e-13)
        if folds(run):
            continue
        sound += 1
        audit = run.audit()
        for name in ("energy", "linear momentum", "angular momentum"):
            assert audit[name].relative < 1e-9, (seed, name)
        for name, line in system.model.devices.items():
            changes = int(np.abs(np.diff(run[f"{name}.rods"].values)).sum())
            assert changes == asked_for(run[f"{name}.length"].values, line.rod), (seed, name)
    assert seed < 2 * DEPLOYMENTS
