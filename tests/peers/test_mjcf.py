"""Accelerations of models in MJCF files, each by MuJoCo and by us."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import treetop as tt

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install treetop[peers]")

MODELS = Path(__file__).parents[1] / "formats" / "mjcf" / "models"
RELATIVE = 1e-10

pytestmark = [pytest.mark.peers, pytest.mark.compiled]
WORDS = {0: "free", 1: "ball", 2: "slide", 3: "hinge"}


class Theirs:
    """A file as MuJoCo has it, without contacts, limits and softness."""

    def __init__(self, file):
        self.m = mujoco.MjModel.from_xml_path(str(file))
        self.d = mujoco.MjData(self.m)
        for flag in ("CONSTRAINT", "CONTACT", "LIMIT"):
            self.m.opt.disableflags |= getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}")

    def place(self, qpos, qvel):
        self.d.qpos, self.d.qvel = qpos, qvel
        mujoco.mj_forward(self.m, self.d)

    def jacobians(self, point, body, dot=False):
        J = np.zeros((2, 3, self.m.nv))
        if dot:
            mujoco.mj_jacDot(self.m, self.d, J[0], J[1], point, body)
        else:
            mujoco.mj_jac(self.m, self.d, J[0], J[1], point, body)
        return J

    def rows(self):
        """Constraint rows, their residuals, and what they accelerate by at constant speeds."""
        m, d = self.m, self.d
        J, left, bias = [np.zeros((0, m.nv))], [np.zeros(0)], [np.zeros(0)]
        for k in range(m.neq):
            if m.eq_type[k] == mujoco.mjtEq.mjEQ_CONNECT:
                ends = [(m.eq_obj1id[k], m.eq_data[k][:3]), (m.eq_obj2id[k], m.eq_data[k][3:6])]
                points = [d.xpos[b] + d.xmat[b].reshape(3, 3) @ p for b, p in ends]
                each = [self.jacobians(p, b)[0] for p, (b, _) in zip(points, ends, strict=True)]
                dots = [
                    self.jacobians(p, b, True)[0] for p, (b, _) in zip(points, ends, strict=True)
                ]
                J.append(each[0] - each[1])
                left.append(points[0] - points[1])
                bias.append((dots[0] - dots[1]) @ d.qvel)
            else:
                row = np.zeros((1, m.nv))
                one, other = (m.jnt_dofadr[j[k]] for j in (m.eq_obj1id, m.eq_obj2id))
                row[0, one], row[0, other] = 1.0, -m.eq_data[k][1]
                J.append(row)
                left.append(row @ d.qpos - m.eq_data[k][0])
                bias.append(np.zeros(1))
        return np.vstack(J), np.concatenate(left), np.concatenate(bias)

    def accelerations(self):
        """Accelerations of each body: of its origin in world axes, and angular in its own."""
        m, d = self.m, self.d
        qacc = d.qacc.copy()
        J, _, bias = self.rows()
        if len(J):
            M = np.zeros((m.nv, m.nv))
            for row, unit in zip(M, np.eye(m.nv), strict=True):
                mujoco.mj_mulM(m, d, row, unit)
            spread = np.linalg.solve(M, J.T)
            effort = np.linalg.lstsq(J @ spread, -(J @ qacc + bias), rcond=1e-12)[0]
            qacc += spread @ effort
        found = {}
        for body in range(1, m.nbody):
            J, dot = (self.jacobians(d.xpos[body], body, which) for which in (False, True))
            linear, angular = J @ qacc + dot @ d.qvel
            name = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_BODY, body)
            found[name] = linear, d.xmat[body].reshape(3, 3).T @ angular
        return found


def random_state(theirs, seed):
    m, rng = theirs.m, np.random.default_rng(seed)
    qpos, qvel = m.qpos0.copy(), rng.uniform(-1, 1, m.nv)
    for j in range(m.njnt):
        first, word = m.jnt_qposadr[j], WORDS[m.jnt_type[j]]
        if word in ("hinge", "slide"):
            qpos[first] += rng.uniform(-0.7, 0.7)
        else:
            start = first + (3 if word == "free" else 0)
            qpos[first:start] += rng.uniform(-1, 1, start - first)
            quaternion = rng.standard_normal(4)
            qpos[start : start + 4] = quaternion / np.linalg.norm(quaternion)
    return closed(theirs, qpos, qvel) if m.neq else (qpos, qvel)


def closed(theirs, qpos, qvel):
    """A state near one, in which constraints hold."""
    qpos = theirs.m.qpos0 + 0.3 * (qpos - theirs.m.qpos0)
    for _ in range(30):
        theirs.place(qpos, qvel)
        J, left, _ = theirs.rows()
        qpos = qpos - np.linalg.pinv(J, rcond=1e-10) @ left
    theirs.place(qpos, qvel)
    J, left, _ = theirs.rows()
    assert abs(left).max() < 1e-14
    return qpos, qvel - np.linalg.pinv(J, rcond=1e-10) @ (J @ qvel)


def motion(theirs, qpos, qvel):
    """The state that MuJoCo has, by our labels."""
    m, found = theirs.m, {}
    for j in range(m.njnt):
        q, v, word = m.jnt_qposadr[j], m.jnt_dofadr[j], WORDS[m.jnt_type[j]]
        name = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_JOINT, j)
        if word == "hinge":
            found[name] = {"angle": qpos[q] - m.qpos0[q], "rate": qvel[v]}
        elif word == "slide":
            found[name] = {"slide": qpos[q] - m.qpos0[q], "slide_rate": qvel[v]}
        elif word == "ball":
            found[name] = {"attitude": qpos[q : q + 4], "angular_velocity": qvel[v : v + 3]}
        else:
            found[name] = {
                "position": qpos[q : q + 3], "attitude": qpos[q + 3 : q + 7],
                "velocity": qvel[v : v + 3], "angular_velocity": qvel[v + 3 : v + 6],
            }  # fmt: skip
    return found


@pytest.mark.parametrize("file", sorted(MODELS.glob("*.xml")), ids=lambda file: file.stem)
def test_accelerations_are_those_of_MuJoCo(file):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        model = tt.load(file)
    system, theirs = model.build(), Theirs(file)
    compared = 0
    for seed in (1, 2, 3):
        qpos, qvel = random_state(theirs, seed)
        theirs.place(qpos, qvel)
        now = system.evaluate(system.state(**motion(theirs, qpos, qvel)))
        wanted = theirs.accelerations()
        scale = max(np.abs(each).max() for pair in wanted.values() for each in pair)
        for name, (linear, angular) in wanted.items():
            if name in model.bodies:
                ours = now.body[name]
                assert np.abs(ours.acceleration - linear).max() < RELATIVE * scale, name
                assert np.abs(ours.angular_acceleration - angular).max() < RELATIVE * scale, name
                compared += 1
    assert compared >= 3 * (theirs.m.nbody - 2)
