"""A row of four-bar linkages: IFToMM library of computational benchmark problems, A02.

N + 1 cranks on the ground, N couplers between their tips, slender rods of 1 m and 1 kg all;
pushed from upright at 1 m/s.
"""

import numpy as np

import treetop as tt

Z = [0, 0, 1]
G, PUSH = 9.81, 1.0


def row(links):
    """N loops; each crank stands on the ground, each coupler leans from a crank to the next."""
    model = tt.Model(f"{links} four-bar")
    for k in range(links + 1):
        pivot = model.ground.frame(f"pivot{k}", [k, 0, 0])
        model.add_joint(f"pivot{k}", tt.Revolute(Z), pivot, rod(model, f"crank{k}", [0, 1, 0]))
    for k in range(links):
        coupler = rod(model, f"coupler{k}", [1, 0, 0])
        model.add_joint(f"left{k}", tt.Revolute(Z), f"crank{k}.tip", coupler)
    for k in range(links):
        model.add_joint(f"right{k}", tt.Revolute(Z), f"crank{k + 1}.tip", f"coupler{k}.tip")
    model.add_force("weight", tt.UniformGravity([0, -G, 0]))
    return model


def rod(model, name, along):
    """A slender rod of 1 m and 1 kg from the origin of its frame."""
    inertia = (np.ones(3) - along) / 12
    body = model.add_body(name, 1.0, inertia, centre=0.5 * np.array(along))
    body.frame("tip", at=along)
    return body


def pushed(system, links):
    """Upright, the tips moving to the right; couplers do not turn."""
    cranks = {f"pivot{k}": {"rate": -PUSH} for k in range(links + 1)}
    return system.state(**cranks, **{f"left{k}": {"rate": PUSH} for k in range(links)})
