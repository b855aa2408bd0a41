"""Random trees in which bodies overlap, with contacts of all pairs of shapes, all acting."""

import numpy as np

import treetop as tt
from random_trees import random_motion, random_tree


def touching_tree(seed: int, ground: bool) -> tuple[tt.Model, dict[str, dict]]:
    model = random_tree(seed, 6, efforts=False, gravity=ground)
    rng, motion = np.random.default_rng(seed), random_motion(model, seed)
    bodies = list(model.bodies.values())
    for body in bodies:
        body.frame("tip", at=rng.normal(size=3).tolist())
    pairs = [
        (tt.Sphere("b0", 2.5), tt.Sphere("b2.tip", 3.0)),
        (tt.Point("b1"), tt.Sphere("b3", 5.0)),
        (tt.Capsule("b1", "b1.tip", 2.0), tt.Sphere("b4", 3.0)),
        (tt.Capsule("b0", "b0.tip", 2.5), tt.Capsule("b5", "b5.tip", 3.0)),
        (tt.Capsule("b2.tip", "b2", 4.0), tt.Plane("b4", rng.normal(size=3).tolist())),
        (tt.Plane("b3", rng.normal(size=3).tolist()), tt.Sphere("b5.tip", 4.0)),
    ]
    if ground:
        pairs.append((tt.Sphere("b3", 9.0), tt.Plane("ground", [0, 1, 1])))
    for k, (a, b) in enumerate(pairs):
        law = {"exponent": [1.0, 1.5, 2.0][k % 3], "damping": 0.1, "friction": 0.4}
        model.add_force(f"touch {k}", tt.Contact(a, b, 3.0, **law, slip_speed=0.5))
    return model, motion
