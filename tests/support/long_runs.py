"""Runs of many bodies and samples, written down rather than simulated."""

import json

import numpy as np
import xarray as xr

import treetop as tt
from treetop.formats.yaml.load import dumps
from treetop.results.read import FORMAT
from treetop.results.run import Run
from treetop.system.fields import AXES, COMPONENTS, FIELDS


def swaying_chain(bodies: int, samples: int) -> Run:
    """Links in a row that sway along y and turn about x, all at 0.2 Hz, each at its own phase."""
    names = [f"link{k}" for k in range(bodies)]
    time = np.linspace(0.0, 30.0, samples)
    phase = 0.4 * np.pi * time[:, None] + np.arange(bodies)
    position = np.zeros((samples, bodies, 3))
    position[..., 0] = np.arange(bodies)
    position[..., 1] = np.sin(phase)
    attitude = np.zeros((samples, bodies, 4))
    attitude[..., 0], attitude[..., 1] = np.cos(phase / 2), np.sin(phase / 2)
    vectors = np.broadcast_to(np.sin(phase)[..., None], (samples, bodies, 3))  # takes no memory
    vectorial = ("velocity", "acceleration", "angular_velocity", "angular_acceleration")
    histories = {"position": position, "attitude": attitude, "kinetic_energy": time**2}
    histories |= dict.fromkeys(vectorial, vectors)
    histories |= {"reaction_force": vectors, "reaction_torque": vectors}
    return Run(
        xr.Dataset(
            {
                name: (("time", *FIELDS[name].dims), values, {"units": FIELDS[name].unit})
                for name, values in histories.items()
            },
            coords={"time": time, "body": names, "joint": [f"hinge{k}" for k in range(bodies)]}
            | {"axis": list(AXES), "component": list(COMPONENTS)},
            attrs={
                "format": FORMAT,
                "title": "swaying chain",
                "outcome": "finished",
                "formulation": "recursive",
                "model": dumps(_chain(names)),
                "events": json.dumps([]),
            },
        )
    )


def _chain(names: list[str]) -> tt.Model:
    model = tt.Model("swaying chain")
    before = model.ground
    for k, name in enumerate(names):
        link = model.add_body(name, mass=1.0, inertia=[0.1, 0.2, 0.2])
        end = before.frame("end", at=[1, 0, 0]) if k else before
        model.add_joint(f"hinge{k}", tt.Revolute([1, 0, 0]), end, link)
        before = link
    return model
