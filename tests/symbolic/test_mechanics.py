"""Objects of SymPy's mechanics, handed in as they are."""

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import (
    Force,
    KanesMethod,
    LagrangesMethod,
    Particle,
    PinJoint,
    Point,
    ReferenceFrame,
    RigidBody,
    System,
    TorqueActuator,
    dynamicsymbols,
    inertia,
)

import treetop as tt
from kane_chain import g, kane_chain, l, m
from treetop.errors import ModelError, TreetopError
from treetop.symbolic import LagrangianSystem, from_sympy

t = dynamicsymbols._t
EARTH = {m: 2.0, g: 9.81, l: 0.5}
STRICT = {"rtol": 1e-11, "atol": 1e-13}


def test_kanes_method_gives_what_lagranges_does():
    links = 3
    kane = from_sympy(kane_chain(links), EARTH)
    q = dynamicsymbols(f"q:{links}")
    x = [l * sum(sp.cos(a) for a in q[: k + 1]) for k in range(links)]
    y = [l * sum(sp.sin(a) for a in q[: k + 1]) for k in range(links)]
    lagrange = LagrangianSystem(
        q,
        kinetic_energy=m * sum(c.diff(t) ** 2 for c in (*x, *y)) / 2,
        potential=-m * g * sum(x),
        parameters=EARTH,
    ).build()
    start, rates = {"q0": 0.5, "q1": 1.1, "q2": -0.4}, (0.3, -0.7, 0.9)
    one = kane.state(start, u0=rates[0], u1=rates[1], u2=rates[2])
    other = lagrange.state(start, q0_rate=rates[0], q1_rate=rates[1], q2_rate=rates[2])
    a, b = kane.evaluate(one), lagrange.evaluate(other)
    assert a.speed_rates == pytest.approx(b.speed_rates, rel=1e-12)
    assert a.kinetic_energy == pytest.approx(b.kinetic_energy, rel=1e-13)
    run = tt.simulate(kane, one, 2.0, **STRICT)
    assert run.audit()["energy"].relative < 1e-10
    assert abs(run["work"].values[-1]) > 1.0


def test_speeds_of_their_own():
    """A body by three angles, its speeds the components of its angular velocity."""
    N, O = ReferenceFrame("N"), Point("O")
    q, w = dynamicsymbols("a b c"), dynamicsymbols("wx wy wz")
    B = N.orientnew("B", "Body", q, "123")
    spin = B.ang_vel_in(N)
    kinematics = [spin.dot(axis) - s for axis, s in zip(B, w, strict=True)]
    B.set_ang_vel(N, w[0] * B.x + w[1] * B.y + w[2] * B.z)
    O.set_vel(N, 0)
    brick = RigidBody("brick", O, B, 1, (inertia(B, 3, 2, 1.5), O))
    method = KanesMethod(N, q, w, kinematics)
    method.kanes_equations([brick], [(B, -B.ang_vel_in(N) / 5)])
    system = from_sympy(method)
    speeds = np.array([0.4, -1.0, 0.7])
    start = system.state(a=0.2, b=0.5, wx=speeds[0], wy=speeds[1], wz=speeds[2])
    J = np.diag([3, 2, 1.5])
    expected = np.linalg.solve(J, -np.cross(speeds, J @ speeds) - speeds / 5)
    assert system.evaluate(start).speed_rates == pytest.approx(expected, rel=1e-13)
    run = tt.simulate(system, start, 3.0, **STRICT)
    assert run.audit()["energy"].relative < 1e-10
    # the rates of the angles are what makes the rotation turn with the angular velocity
    angles = np.array([run[name].values for name in "abc"]).T
    S = sp.lambdify(q, N.dcm(B))
    h = run.time[1] - run.time[0]
    k = 250
    slope = (S(*angles[k + 1]) - S(*angles[k - 1])) / (2 * h)
    W = S(*angles[k]).T @ slope
    found = [run[name].values[k] for name in ("wx", "wy", "wz")]
    assert [W[2, 1], W[0, 2], W[1, 0]] == pytest.approx(found, abs=1e-4)


@pytest.mark.compiled
def test_dependent_coordinates_and_speeds():
    """A pendulum in Cartesian coordinates, y and its speed dependent."""
    N, P = ReferenceFrame("N"), Point("P")
    x, y, u, v = dynamicsymbols("x y u v")
    P.set_vel(N, u * N.x + v * N.y)
    method = KanesMethod(
        N,
        q_ind=[x],
        u_ind=[u],
        kd_eqs=[x.diff() - u, y.diff() - v],
        q_dependent=[y],
        configuration_constraints=[x**2 + y**2 - l**2],
        u_dependent=[v],
        velocity_constraints=[x * u + y * v],
    )
    method.kanes_equations([Particle("p", P, m)], [(P, -m * g * N.y)])
    system = from_sympy(method, EARTH, outputs={"angle": sp.atan2(x, -y)})
    assert system.constraint_labels == ["configuration.1", "velocity.1"]
    start = system.state(x=0.5)
    now = system.evaluate(start)
    assert (now.rank, now.degrees_of_freedom) == (1, 1)
    run = tt.simulate(system, start, 3.0, **STRICT)
    other = from_sympy(kane_chain(1), EARTH)
    expected = tt.simulate(other, other.state(q0=np.pi / 2), 3.0, **STRICT)
    assert np.abs(run["angle"].values - expected["q0"].values).max() < 1e-8
    assert run.data.constraint_error.max() < 1e-14
    assert run.audit()["energy"].relative < 1e-9


def test_a_rolling_disc():
    """Steady rolling in a circle, at the spin s that a lean and a precession p demand."""
    r = sp.Symbol("r")
    N, q, u = ReferenceFrame("N"), dynamicsymbols("yaw lean spin"), dynamicsymbols("u1 u2 u3")
    Y = N.orientnew("Y", "Axis", [q[0], N.z])
    L = Y.orientnew("L", "Axis", [q[1], Y.x])
    R = L.orientnew("R", "Axis", [q[2], L.y])
    w = R.ang_vel_in(N)
    R.set_ang_vel(N, u[0] * L.x + u[1] * L.y + u[2] * L.z)
    C = Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("D", r * L.z)
    centre.v2pt_theory(C, N, R)
    J = inertia(L, m * r**2 / 4, m * r**2 / 2, m * r**2 / 4)
    disc = RigidBody("disc", centre, R, m, (J, centre))
    kinematics = [w.dot(axis) - s for axis, s in zip(L, u, strict=True)]
    method = KanesMethod(N, q, u, kinematics)
    method.kanes_equations([disc], [(centre, -m * g * Y.z)])
    system = from_sympy(method, {m: 2, g: 9.81, r: 0.3})
    lean, p = 0.4, 2.0
    # about the contact point, steadily: 5/4 lean'' = g sin / r + p cos (6 s + 5 p sin) / 4 = 0
    s = (-9.81 * np.sin(lean) / 0.3 * 4 / (p * np.cos(lean)) - 5 * p * np.sin(lean)) / 6
    start = system.state(lean=lean, u2=s + p * np.sin(lean), u3=p * np.cos(lean))
    assert np.abs(system.evaluate(start).speed_rates).max() < 1e-10
    run = tt.simulate(system, start, 5.0)
    assert run["lean"].values == pytest.approx(lean, abs=1e-9)
    assert run["yaw"].values[-1] == pytest.approx(5 * p, rel=1e-9)


@pytest.mark.compiled
def test_lagranges_method_with_forces_and_constraints():
    x, y, a = dynamicsymbols("x y a")
    J, c = sp.symbols("J c")
    N, P, B = ReferenceFrame("N"), Point("P"), ReferenceFrame("B")
    P.set_vel(N, x.diff() * N.x + y.diff() * N.y)
    B.orient(N, "Axis", [a, N.z])
    T = m * (x.diff() ** 2 + y.diff() ** 2) / 2 + J * a.diff() ** 2 / 2
    blade = sp.sin(a) * x.diff() - sp.cos(a) * y.diff()
    method = LagrangesMethod(
        T + m * g * x / 2,
        [x, y, a],
        forcelist=[(P, -c * P.vel(N)), (B, c * N.z)],
        frame=N,
        nonhol_coneqs=[blade],
        hol_coneqs=[a - t / 3 - t**2],
    )
    values = {m: 2, g: 9.81, J: 0.3, c: 0.5}
    given = from_sympy(method, values)
    own = LagrangianSystem(
        [x, y, a],
        kinetic_energy=T,
        potential=-m * g * x / 2,
        dissipation=c * (x.diff() ** 2 + y.diff() ** 2) / 2,
        forces={a: c},
        constraints={"turn": a - t / 3 - t**2, "blade": blade},
        parameters=values,
    ).build()
    starts = [s.state(a_rate=1 / 3, x_rate=0.5) for s in (given, own)]
    one, other = (s.evaluate(y) for s, y in zip((given, own), starts, strict=True))
    assert one.speed_rates == pytest.approx(other.speed_rates, abs=1e-13)
    assert one.constraint_force == pytest.approx(other.constraint_force, abs=1e-13)
    run = tt.simulate(given, starts[0], 2.0, **STRICT)
    assert run.audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_a_system_of_joints_with_a_constraint_and_an_actuator():
    """Two links whose far end is led along a line: SymPy's own joints."""
    q, u = dynamicsymbols("q1:3"), dynamicsymbols("u1:3")
    wall, k = RigidBody("wall"), sp.Symbol("k")
    links = [RigidBody(f"link{i}", mass=m) for i in (1, 2)]
    system = System.from_newtonian(wall)
    arm = l / 2 * links[0].x
    joints = [
        PinJoint("shoulder", wall, links[0], q[0], u[0], child_point=-arm, joint_axis=wall.z),
        PinJoint(
            "elbow", links[0], links[1], q[1], u[1], parent_point=arm,
            child_point=-l / 2 * links[1].x, joint_axis=links[0].z,
        ),
    ]  # fmt: skip
    system.add_joints(*joints)
    system.apply_uniform_gravity(-g * wall.y)
    system.add_actuators(TorqueActuator(-k * q[1], links[0].z, links[1], links[0]))
    hand = links[1].masscenter.locatenew("hand", l / 2 * links[1].x)
    height = hand.pos_from(wall.masscenter).dot(wall.y)
    system.q_ind, system.q_dep = [q[0]], [q[1]]
    system.u_ind, system.u_dep = [u[0]], [u[1]]
    system.add_holonomic_constraints(height)
    built = from_sympy(system, _joint_values(links) | {k: 12.0}, outputs={"height": height})
    start = built.state(q1=0.6, q2=-1.2, u1=0.5, u2=-1.0)
    run = tt.simulate(built, start, 2.0, **STRICT)
    assert np.abs(run["height"].values).max() < 1e-14
    assert run.audit()["energy"].relative < 1e-10
    # The elbow is where both links are alike: q2 = -2 q1, one equation for the angle.
    one = dynamicsymbols("q1")
    J = sp.Symbol("link1_izz")
    lever = l / 2 * sp.sin(one)
    T = m * l**2 / 8 * one.diff() ** 2 + J * one.diff() ** 2
    T += m * ((sp.Rational(3, 2) * l * sp.cos(one)).diff(t) ** 2 + lever.diff(t) ** 2) / 2
    reduced = LagrangianSystem(
        [one], T, 2 * m * g * lever + 2 * k * one**2, parameters=EARTH | {J: 0.2, k: 12.0}
    ).build()
    other = tt.simulate(reduced, reduced.state(q1=0.6, q1_rate=0.5), 2.0, **STRICT)
    assert np.abs(run["q1"].values - other["q1"].values).max() < 1e-9


def _joint_values(links):
    """Values of all symbols that SymPy has made, whether they occur in a plane motion or not."""
    names = [sp.Symbol(f"{link.name}_i{pair}") for link in links for pair in ("xx", "yy", "zz")]
    crossed = [sp.Symbol(f"{link.name}_i{pair}") for link in links for pair in ("xy", "yz", "zx")]
    return EARTH | dict.fromkeys(names, 0.2) | dict.fromkeys(crossed, 0.0)


def test_values_that_nothing_takes_are_refused_by_name():
    with pytest.raises(ModelError, match=r"parameters.mass: does not occur"):
        from_sympy(kane_chain(1), EARTH | {"mass": 2.0})
    with pytest.raises(ModelError, match=r"parameters: does not say which is which"):
        from_sympy(kane_chain(1), [2.0, 9.81, 0.5])


def test_a_motion_that_is_prescribed_has_no_balance_of_energy():
    N, O, P = ReferenceFrame("N"), Point("O"), Point("P")
    q, u = dynamicsymbols("q u")
    A = N.orientnew("A", "Axis", [q, N.z])
    A.set_ang_vel(N, u * N.z)
    O.set_vel(N, sp.sin(t) * N.x)
    P.set_pos(O, l * A.x)
    P.v2pt_theory(O, N, A)
    method = KanesMethod(N, [q], [u], [q.diff() - u])
    method.kanes_equations([Particle("p", P, m)], [Force(P, m * g * N.x)])
    system = from_sympy(method, EARTH)
    run = tt.simulate(system, system.state(q=0.5), 1.0)
    assert "work" not in run.data
    assert "energy" not in run.audit()
    now = system.evaluate(system.state(q=0.5))
    assert now.speed_rates[0] == pytest.approx((1.0 - 9.81) * np.sin(0.5) / 0.5, rel=1e-12)


def test_what_is_not_yet_formed_or_not_known_is_refused():
    N = ReferenceFrame("N")
    q, u = dynamicsymbols("q u")
    with pytest.raises(ModelError, match="kanes_equations"):
        from_sympy(KanesMethod(N, [q], [u], [q.diff() - u]))
    with pytest.raises(TreetopError, match="KanesMethod, LagrangesMethod or System"):
        from_sympy(q)
    with pytest.raises(ModelError, match="nothing that could move"):
        from_sympy(System())
    with pytest.raises(ModelError, match="3 symbols have no value: 'l', 'm', 'g'"):
        from_sympy(kane_chain(1))
