"""Random craft that pay out lines and draw them in: cables, booms and reels, up to three."""

import numpy as np

import treetop as tt

DURATION = 3.0  # s
TOTAL = 12.0  # m, of each line


def random_craft(seed):
    """A hub that flies freely, with one to three lines on it."""
    rng = np.random.default_rng([seed, 4711])
    m = tt.Model(f"craft {seed}")
    hub = m.add_body("hub", mass=rng.uniform(20, 60), inertia=[8, 9, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for k in range(rng.integers(1, 4)):
        angle = 2 * np.pi * k / 3 + rng.uniform(-0.3, 0.3)
        d = np.array([np.cos(angle), np.sin(angle), rng.uniform(-0.2, 0.2)])
        mouth = hub.frame(f"mouth {k}", at=0.5 * d)
        kind, own = random_line(rng)
        if rng.random() < 0.4:
            probe = m.add_body(f"probe {k}", mass=rng.uniform(1, 3), inertia=[0.3, 0.2, 0.1])
            own["tip"] = probe.frame("eye", at=rng.uniform(-0.2, 0.2, 3))
        else:
            own["tip_mass"] = rng.uniform(0.5, 3)
        m.add_device(f"line {k}", kind(mouth, direction=d, **own))
    return m


def random_line(rng):
    """A kind of line, and what it is told."""
    own = {"mass_per_length": rng.uniform(0.05, 0.3), "total_length": TOTAL}
    own["elements"] = int(rng.integers(3, 7))
    sort = rng.choice(["cable", "boom", "reel"])
    if sort == "reel":
        reel = {"radius": 0.1, "inertia": rng.uniform(0.1, 0.3), "friction": rng.uniform(0, 0.5)}
        start = {"start_length": rng.uniform(4, 7), "start_rate": rng.choice([-0.8, 0.8])}
        held = {"torque": rng.uniform(-1, 1), "creep": 0.5, "brake_by_rate": 20}
        return tt.Reel, own | reel | start | held
    first, second, third = rng.uniform(2, TOTAL - 1, 3)
    own["length"] = (
        f"{first} + {second - first}*smoothstep(t/1.5) + {third - second}*smoothstep(t/1.5 - 1)"
    )
    if sort == "boom":
        own |= {"stiffness": rng.uniform(20, 200), "damping": 0.01}
    else:
        own |= {"angles": rng.uniform(-0.3, 0.3, 2), "rates": rng.uniform(-0.2, 0.2, 2)}
    return tt.Deployer, own


def random_spin(system, seed):
    rng = np.random.default_rng([seed, 4712])
    spin = [*rng.uniform(-0.1, 0.1, 2), rng.uniform(0.3, 0.9)]
    return system.state(flight={"angular_velocity": spin, "velocity": rng.uniform(-1, 1, 3)})
