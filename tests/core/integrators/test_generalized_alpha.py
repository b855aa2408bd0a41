"""Generalised-α: its order, its damping as chosen, and stiff systems."""

import numpy as np
import pytest
from sympy.physics.mechanics import dynamicsymbols

import stiff
import treetop as tt
from cubic_oscillator import largest_error, order
from spatial_loop import assembled, missed_without_projection
from treetop.simulation.integrators import INTEGRATORS
from treetop.symbolic import LagrangianSystem
from treetop.system.formulations import FORMULATIONS

METHOD = "generalized-alpha"
DURATION = 3.2


@pytest.mark.compiled
@pytest.mark.parametrize("rho", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("samples", [{"at": [DURATION]}, {"every": 0.007}], ids=["end", "dense"])
def test_halving_the_step_divides_the_error_by_four(rho, samples):
    fixed = {"method": METHOD, "rho_inf": rho, **samples}
    errors = [largest_error(DURATION, step=h, **fixed) for h in (0.02, 0.01)]
    assert order(*errors) == pytest.approx(2, abs=0.1)


def spring(frequency):
    """A block of 1 kg on a spring."""
    model = tt.Model("oscillator")
    block = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("spring", tt.JointSpring("rail", stiffness=frequency**2))
    system = model.build()
    return system, system.state(rail={"slide": 1})


LEFT = [(METHOD, 0.0), (METHOD, 0.3), (METHOD, 0.8), ("hht", 0.5), ("hht", 0.9), ("newmark", 0.7)]


@pytest.mark.parametrize("method, rho", LEFT)
def test_of_what_is_too_fast_to_follow_a_step_leaves_as_much_as_chosen(method, rho):
    """The spectral radius at high frequency, from forty steps of a thousand periods each."""
    settings = {"method": method, "step": 1.0, "rho_inf": rho, "every": 1.0, "atol": 1e-16}
    data = tt.simulate(*spring(2e3 * np.pi), 40.0, **settings).data
    left = np.abs(data.coordinates[:, 0].values)
    if rho == 0.0:
        assert left[3:].max() < 1e-6
    else:
        slope = np.polyfit(range(15, 41), np.log(left[15:]), 1)[0]
        assert np.exp(slope) == pytest.approx(rho, rel=0.1)


@pytest.mark.parametrize("method", [METHOD, "hht", "newmark"])
def test_without_damping_it_is_newmarks_method_of_average_acceleration(method):
    """For a linear system; against Newmark's formulas with β = 1/4 and γ = 1/2."""
    h, k, x, v = 0.3, 4.0, 1.0, 0.0
    found = tt.simulate(*spring(2.0), 6.0, method=method, step=h, every=h, rho_inf=1.0).data
    for n in range(21):
        assert float(found.coordinates[n, 0]) == pytest.approx(x, abs=1e-11)
        assert float(found.speeds[n, 0]) == pytest.approx(v, abs=1e-11)
        a = -k * x
        a_new = -k * (x + h * v + h**2 / 4 * a) / (1 + k * h**2 / 4)
        x, v = x + h * v + h**2 / 4 * (a + a_new), v + h / 2 * (a + a_new)


def test_the_method_of_hilber_hughes_and_taylor():
    """``a + (1 - α) k x_1 + α k x_0 = 0`` with α = 1/3, β = 4/9, γ = 5/6, solved for x_1."""
    h, k, x, v = 0.3, 4.0, 1.0, 0.0
    alpha, beta, gamma, a = 1 / 3, 4 / 9, 5 / 6, -4.0
    found = tt.simulate(*spring(2.0), 6.0, method="hht", step=h, every=h, rho_inf=0.5).data
    for n in range(21):
        assert float(found.coordinates[n, 0]) == pytest.approx(x, abs=1e-10)
        assert float(found.speeds[n, 0]) == pytest.approx(v, abs=1e-10)
        known = x + h * v + h**2 * (0.5 - beta) * a
        x_new = (known - h**2 * beta * alpha * k * x) / (1 + h**2 * beta * (1 - alpha) * k)
        a_new = -(1 - alpha) * k * x_new - alpha * k * x
        x, v, a = x_new, v + h * ((1 - gamma) * a + gamma * a_new), a_new


def test_without_damping_the_energy_of_a_linear_oscillator_is_kept():
    run = tt.simulate(*spring(2.0), 30.0, method=METHOD, step=0.3, every=3.0, rho_inf=1.0)
    energy = run.data.kinetic_energy + run.data.potential_energy
    assert np.ptp(energy.values) < 1e-10 * float(energy[0])


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_can_be_stiff(formulation):
    """In a thousand steps, a tenth of what an explicit method needs for its stability."""
    system, slides = stiff.train(formulation), np.array([1.0, 0.0, 0.0])
    start = system.state(**{f"link{i}": {"slide": s} for i, s in enumerate(slides)})
    run = tt.simulate(system, start, 10.0, every=1.0, method=METHOD, step=0.01, rho_inf=0.5)
    expected = np.array([stiff.train_at(t, slides) for t in run.time])
    assert run.data.coordinates.values == pytest.approx(expected, abs=3e-4)
    assert run.statistics["steps"] == 1000
    assert run.statistics["evaluations"] < 4 * 1000


@pytest.mark.compiled
def test_constraints_are_kept_after_each_step():
    """The pendulum in Cartesian coordinates, on a rod of 1 m: as by dop853, its rod as long."""
    x, y = dynamicsymbols("x y")
    energy, height = (x.diff() ** 2 + y.diff() ** 2) / 2, 9.81 * y
    given = LagrangianSystem([x, y], energy, height, constraints={"rod": x**2 + y**2 - 1}).build()
    start = given.state(x=1.0)
    exact = tt.simulate(given, start, 3.0, every=0.1, rtol=1e-10).data.coordinates
    errors = []
    for step in (0.004, 0.002):
        ours = tt.simulate(given, start, 3.0, every=0.1, method=METHOD, step=step).data
        errors.append(float(np.abs(ours.coordinates - exact).max()))
        assert ours.constraint_error.max() < 1e-14
    assert order(*errors) == pytest.approx(2, abs=0.1)


def flying(name, inertia):
    """A model of one body of 1 kg in flight, and the body."""
    model = tt.Model(name)
    body = model.add_body(name, 1.0, inertia)
    model.add_joint("flight", tt.Free(), model.ground, body)
    return model, body


@pytest.mark.compiled
def test_a_spinning_body_turns_as_by_dop853():
    model, _ = flying("body", [1, 2, 3])
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.1, 1.0, 0.2]})
    exact = tt.simulate(system, start, 10.0, every=1.0, rtol=1e-11).data
    errors = []
    for step in (0.04, 0.02):
        ours = tt.simulate(system, start, 10.0, every=1.0, method=METHOD, step=step).data
        errors.append(float(np.abs(ours.attitude - exact.attitude).max()))
        assert np.abs((ours.attitude**2).sum(axis=-1) - 1.0).max() < 1e-14
    assert order(*errors) == pytest.approx(2, abs=0.15)


@pytest.mark.parametrize("rho", [0.0, 0.8, 1.0])
def test_a_force_that_jumps_is_met_where_it_jumps(rho):
    """The effort jumps where no step would end by itself; between jumps the motion is exact."""
    model = tt.Model("pushed block")
    block = model.add_body("block", mass=2)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("push", tt.JointEffort("rail", tt.Table([0, 1.05], [2, -4], "hold")))
    system = model.build()
    fixed = {"method": METHOD, "step": 0.1, "rho_inf": rho}
    run = tt.simulate(system, system.state(), 2.05, at=[1.05, 2.05], **fixed)
    assert run["rail.slide_rate"].values == pytest.approx([1.05, -0.95], abs=1e-12)
    assert run["rail.slide"].values == pytest.approx([0.55125, 0.60125], abs=1e-12)


@pytest.mark.parametrize("rho", [-0.1, 1.1, "some"])
def test_a_damping_that_is_none_is_refused(rho):
    with pytest.raises(tt.ModelError, match=r"run\.rho_inf"):
        tt.simulate(*spring(1.0), 1.0, method=METHOD, step=0.1, rho_inf=rho)


def test_a_step_is_asked_for():
    with pytest.raises(tt.ModelError, match="generalized-alpha needs a fixed step"):
        tt.simulate(*spring(1.0), 1.0, method=METHOD)


@pytest.mark.compiled
def test_a_step_that_cannot_be_solved_is_halved_until_it_can():
    """Van der Pol's oscillator jumps within a thousandth of the steps asked for; nothing controls
    the error there."""
    system = stiff.van_der_pol()
    run = tt.simulate(system, system.state(x=2), 2.0, method=METHOD, step=0.02)
    assert run.outcome == "finished"
    assert run.statistics["rejected_steps"] > 0
    assert 1.0 < abs(float(run.data.coordinates[-1, 0])) < 2.0  # on a slow branch


# --- constraints --------------------------------------------------------------------------


@pytest.mark.parametrize("index", [2, 3])
def test_without_any_projection_positions_hold(index):
    """Index 2 holds velocities as well; in index 3 they are as good as the method is."""
    system, start = assembled()
    (place, slip), (_, less) = (
        missed_without_projection(
            system, start, 0.2, METHOD, [1e-10, 1e-13, h, *INTEGRATORS[METHOD].weights(0.8, index)]
        )
        for h in (0.02, 0.01)
    )
    assert place < 1e-9
    if index == 2:
        assert max(slip, less) < 1e-9
    else:
        assert slip > 1e-6
        assert slip / less > 3


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("index", [2, 3])
def test_loops_in_space(formulation, index):
    """Errors of order 2 in positions and speeds, by every formulation."""
    system, start = assembled(formulation)
    exact = tt.simulate(system, start, 1.0, every=0.1, rtol=1e-11, atol=1e-13).data
    errors = []
    for h in (0.005, 0.0025):  # at 0.01 some steps are halved
        ours = tt.simulate(system, start, 1.0, every=0.1, method=METHOD, step=h, index=index).data
        errors.append([float(abs(ours[x] - exact[x]).max()) for x in ("position", "velocity")])
    assert order(*np.array(errors)) == pytest.approx([2, 2], abs=0.2)


@pytest.mark.parametrize("index", [2, 3])
def test_parts_without_inertia(index):
    """A point on a rod, in absolute coordinates: impulses would turn it without bound."""
    model = tt.Model("point on a rod")
    model.add_body("point", 1, centre=[1, 0, 0])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "point")
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    system, errors = model.build("newton-euler"), []
    exact = tt.simulate(system, system.state(), 0.4, at=[0.4], rtol=1e-10).data
    for step in (0.04, 0.02):
        fixed = {"method": METHOD, "step": step, "index": index}
        ours = tt.simulate(system, system.state(), 0.4, at=[0.4], **fixed).data
        errors.append(float(abs(ours.coordinates - exact.coordinates).max()))
    assert order(*errors) == pytest.approx(2, abs=0.2)


@pytest.mark.compiled
def test_rolling_is_kept_in_index_2_and_refused_in_3():
    model, ball = flying("ball", [0.4, 0.4, 0.4])
    model.add_constraint("rolling", tt.RollingBall(ball, model.ground, radius=1.0))
    model.add_force("pull", tt.FrameForce(ball, force=[7, 0, 0], axes="inertial"))
    system = model.build()
    start = system.settled(system.state(flight={"position": [0, 0, 1]}))
    fixed = {"method": METHOD, "step": 0.1}
    run = tt.simulate(system, start, 2.0, **fixed)
    # 7 N on 1.4 kg, and so 5 m/s²
    assert float(run["flight.position"][-1, 0]) == pytest.approx(10.0, abs=1e-9)
    with pytest.raises(tt.ModelError, match="constraints on velocities"):
        tt.simulate(system, start, 2.0, index=3, **fixed)


def test_your_own_equations_have_no_index_3():
    system = stiff.van_der_pol()
    with pytest.raises(tt.ModelError, match=r"run\.index"):
        tt.simulate(system, system.state(x=2), 1.0, method=METHOD, step=0.1, index=3)


def test_hht_has_a_least_damping():
    with pytest.raises(tt.ModelError, match=r"run\.rho_inf"):
        tt.simulate(*spring(1.0), 1.0, method="hht", step=0.1, rho_inf=0.4)
