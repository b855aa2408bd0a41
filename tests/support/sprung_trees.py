"""Random trees with springs and dampers, between their frames and at their joints."""

import numpy as np

import treetop as tt
from random_trees import place, random_motion, random_tree


def sprung_tree(seed: int, bodies: int, **options) -> tt.Model:
    """A random tree under gravity, with springs and dampers but no drives."""
    model = random_tree(seed, bodies, efforts=False, **options)
    rng = np.random.default_rng(seed)
    add_line_springs(model, rng, bodies // 4)
    add_joint_springs(model, rng)
    return model


def add_line_springs(model: tt.Model, rng: np.random.Generator, count: int) -> None:
    handles = list(model.bodies.values())
    for k in range(count):
        i, j = rng.choice(len(handles), 2, replace=False)
        a, b = (handles[n].frame(f"end{k}", at=place(rng)) for n in (i, j))
        law = dict(zip(("stiffness", "cubic", "damping"), rng.uniform(1, 5, 3), strict=True))
        model.add_force(f"line{k}", tt.SpringDamper(a, b, length=rng.uniform(0.2, 1), **law))


def add_joint_springs(model: tt.Model, rng: np.random.Generator) -> None:
    """A spring with a damper at every scalar coordinate, a damper at vector speeds within."""
    for name, joint in list(model.joints.items()):
        for c, s in zip(joint.kind.coordinates, joint.kind.speeds, strict=True):
            scalar = s.size == 1
            law = {"stiffness": rng.uniform(1, 5), "rest": rng.uniform(-1, 1)} if scalar else {}
            if scalar or not joint.inboard.startswith("ground"):
                spring = tt.JointSpring(
                    name,
                    damping=rng.uniform(0.1, 1),
                    coordinate=c.name if scalar else s.name,
                    **law,
                )
                model.add_force(f"{name}_{s.name}_spring", spring)


def moving(model: tt.Model, seed: int, **options):
    """The built system and a state of it in random motion."""
    system = model.build()
    return system, system.state(**random_motion(model, seed, **options))
