"""Equations of motion in CasADi's symbols, against the same in NumPy."""

import numpy as np
import pytest

import treetop as tt
from treetop.symbolic import equations

pytestmark = pytest.mark.compiled


def model():
    m = tt.Model("double")
    one = m.add_body("one", mass=2, inertia=[0.1, 0.2, 0.3], centre=[0.1, 0, -0.5])
    two = m.add_body("two", mass=1, inertia=[0.1, 0.1, 0.1], centre=[0, 0.1, -0.5])
    m.add_joint("a", tt.Universal([0, 1, 0], [1, 0, 0]), m.ground, one)
    m.add_joint("b", tt.Spherical(), one.frame("end", at=[0, 0, -1]), two)
    m.add_force("gravity", tt.UniformGravity())
    m.add_force("spring", tt.JointSpring("a", stiffness=3, damping=0.2, coordinate="angle1"))
    return m


def built(source, fake=None):
    found = {}
    text = source if fake is None else source.replace("import casadi as ca", "")
    exec(compile(text, "equations", "exec"), found if fake is None else found | {"ca": fake}, found)
    return found


class Numbers:
    """What the written source asks of CasADi, with plain numbers in place of symbols."""

    pi = np.pi

    def __init__(self, given):
        self.given = given
        self.SX = self
        for name in ("sin", "cos", "tan", "sqrt", "fabs", "exp"):
            setattr(self, name, getattr(np, name))

    def sym(self, name, size=None):
        return self.given[name]

    def zeros(self, *shape):
        return np.zeros(shape)

    def vertcat(self, *values):
        return np.array(values)

    def solve(self, M, f):
        return np.linalg.solve(M, f)

    def Function(self, name, arguments, results, *_):
        return results


def states(found, seed=0):
    rng = np.random.default_rng(seed)
    q, u = rng.uniform(-1, 1, len(found.coordinates)), rng.uniform(-1, 1, len(found.speeds))
    q[-4:] /= np.linalg.norm(q[-4:])
    return q, u


def test_the_text_says_what_the_module_in_numpy_says():
    found = equations(model())
    theirs = built(found.python())
    q, u = states(found)
    numbers = np.array(list(found.parameters.values()), dtype=float)
    given = {"t": 0.3, "coordinates": q, "speeds": u, "parameters": numbers, "inputs": []}
    source = found.casadi()
    ours = built(source, Numbers(given))
    for one, other in zip(ours["rates"], theirs["rates"](0.3, q, u), strict=True):
        assert np.allclose(one, other, rtol=1e-13, atol=1e-13)


@pytest.mark.peers
def test_casadi_computes_the_same():
    pytest.importorskip("casadi", reason="CasADi is not installed: pip install treetop[peers]")
    found = equations(model())
    ours, theirs = built(found.casadi()), built(found.python())
    for seed in range(3):
        q, u = states(found, seed)
        numbers = list(ours["PARAMETERS"].values())
        rates = ours["rates"](0.3, q, u, numbers, [])
        for one, other in zip(rates, theirs["rates"](0.3, q, u), strict=True):
            assert np.allclose(np.ravel(one), other, rtol=1e-12, atol=1e-12)
