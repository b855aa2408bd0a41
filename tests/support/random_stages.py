"""Random stages: joints of free-flying trees are locked, released, docked and undocked."""

import numpy as np

import treetop as tt

KINDS = (
    lambda axis: tt.Revolute(axis),
    lambda axis: tt.Prismatic(axis),
    lambda axis: tt.Cylindrical(axis),
    lambda axis: tt.Spherical(),
    lambda axis: tt.Universal([1, 0, 0], [0, 1, 0]),
    lambda axis: tt.Free(),
)
SPAN = 0.05  # s, of each stage


def random_stages(seed, stages=6):
    """A model of two to five bodies with so many stages, and a start."""
    rng = np.random.default_rng(seed)
    m = tt.Model(f"random stages {seed}")
    bodies = [_body(m, rng, i) for i in range(rng.integers(2, 6))]
    m.add_joint("flight", tt.Free(), m.ground, bodies[0])
    for i, body in enumerate(bodies[1:], start=1):
        inboard = bodies[rng.integers(0, i)]
        ends = (b.frame(f"f{i}", at=rng.uniform(-1, 1, 3).tolist()) for b in (inboard, body))
        kind = KINDS[rng.integers(0, len(KINDS))](rng.normal(size=3).tolist())
        m.add_joint(f"joint{i}", kind, *ends)
    if len(bodies) > 2:  # a port between two bodies that are apart otherwise
        m.add_joint("port", tt.Free(), bodies[1].frame("port"), bodies[-1].frame("nose"))
    _add_stages(m, rng, stages)
    return m


def _body(m, rng, i):
    inertia = rng.uniform(0.5, 1.0, 3).tolist()
    return m.add_body(f"body{i}", rng.uniform(0.5, 3), inertia, rng.uniform(-0.3, 0.3, 3).tolist())


def _add_stages(m, rng, count):
    joints = [name for name in m.joints if name != "flight"]
    released, locked = set(), set()
    for k in range(count):
        m.add_event(f"event{k}", tt.time.rises(SPAN * (k + 1)))
        changes = {"until": f"event{k}"}
        name = joints[rng.integers(0, len(joints))]
        if k and name in locked:
            changes["unlock"] = [name]
            locked -= {name}
        elif k and name not in released and rng.random() < 0.4 and name != "port":
            changes["release"] = [name]
            released |= {name}
        elif k:
            changes["lock"] = [name]
            locked |= {name}
        m.add_stage(f"stage{k}", **changes)
    m.add_stage("end")


def random_start(system, seed):
    """Coordinates and speeds of about one half."""
    rng, values = np.random.default_rng([seed, 1]), {}
    model = system.mechanism
    for i in range(1, len(system.body_names) + 1):
        joint = system.assembly.links[i - 1].joint
        values[joint.name] = {
            item.name: _value(rng, item) for item in (*joint.kind.coordinates, *joint.kind.speeds)
        }
    assert set(values) <= set(model.joints)
    return system.state(**values)


def _value(rng, item):
    if item.size == 4:
        q = rng.normal(size=4)
        return (q / np.linalg.norm(q)).tolist()
    values = rng.uniform(-0.5, 0.5, item.size).tolist()
    return values[0] if item.size == 1 else values
