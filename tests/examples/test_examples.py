"""Every example runs, and gives numbers known from elsewhere."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import treetop as tt
from folders import EXAMPLES

pytestmark = pytest.mark.compiled


def test_every_example_is_tested():
    names = {path.stem for path in EXAMPLES.iterdir() if path.suffix in (".yaml", ".py")}
    modules = [path.stem for path in Path(__file__).parent.glob("test_*.py")]
    tested = {name.removeprefix("test_").replace("_", "-") for name in [*globals(), *modules]}
    assert names <= tested


def test_pendulum(example_run):
    # IFToMM library of computational benchmark problems, A01.
    angle = example_run("pendulum")["hinge.angle"].sel(time=[1.0, 5.0, 10.0]).values
    assert_allclose(
        np.sin(angle), [0.986291751131875, -0.942305435043757, -0.275087462576117], atol=1e-9
    )
    assert_allclose(
        -np.cos(angle), [-0.165010853125541, -0.334754338414001, -0.961419205099125], atol=1e-9
    )


def test_torque_free_brick(example_run):
    # Rates and attitude by elliptic functions.
    run = example_run("torque-free-brick")
    rates = np.degrees(run["flight.angular_velocity"].sel(time=10.0, method="nearest").values)
    assert_allclose(rates, [-2.418902221692877, -23.5525695195605, 28.12859263004144], atol=1e-9)
    q = run["flight.attitude"].values[-1]
    expected = [-0.881147185310423, 0.470182527766693, 0.011728252324871, 0.048687539472084]
    assert_allclose(q * np.sign(q @ expected), expected, atol=1e-10)


def test_geared_panels(example_run):
    # Gears kept, momentum conserved, and the same motion with bodies on their own.
    run = example_run("geared-panels")
    for side in ("right", "left"):
        root = run[f"{side} root.angle"].values
        assert_allclose(run[f"{side} elbow.angle"], -2 * root, atol=1e-14)
        assert_allclose(run[f"{side} wrist.angle"], 2 * root, atol=1e-14)
    assert run.audit().passed(1e-8)
    model = tt.load(EXAMPLES / "geared-panels.yaml")
    other = model.build("newton-euler")
    again = tt.simulate(other, other.start(), duration=20, every=5)
    root = run["right root.angle"].sel(time=again.time, method="nearest")
    assert_allclose(again["right root.angle"], root, atol=1e-7)
    effort = run["right wrist gear.holding_effort"].sel(time=again.time, method="nearest")
    assert_allclose(again["right wrist gear.holding_effort"], effort, atol=1e-6)


def test_boom_in_prescribed_orbit(example_run):
    # Motion in axes that turn with the orbit: Coriolis, centrifugal and gravity forces.
    run, mu, a = example_run("boom-in-prescribed-orbit"), 3.986004418e14, 7e6
    n, t = np.sqrt(mu / a**3), run.time
    part = np.minimum(t / 600, 1)
    slide = 1 + 9 * part**2 * (3 - 2 * part)
    rate, second = 9 * 6 * part * (1 - part) / 600, 9 * (6 - 12 * part) / 600**2 * (t < 600)
    out = a + slide
    push = 20 * (second - n**2 * out + mu / out**2)
    before = t != 600  # where the second rate jumps
    assert_allclose(run["boom.slide"], slide, rtol=1e-14)
    assert_allclose(run["deployment.holding_effort"][before], push[before], atol=1e-8)
    torque = np.outer(2 * 20 * n * slide * rate, [0, 0, 1])
    assert_allclose(run["pointing.holding_torque"], torque, atol=1e-8)
    assert_allclose(np.linalg.norm(run.data.position.sel(body="bus"), axis=1), a, rtol=1e-14)
    assert run.audit().passed(1e-8), run.audit()


def test_solar_panels(example_run):
    # Two other engines agree on the angles to 4e-14; the mass centre moves evenly.
    run = example_run("solar-panels")
    assert_allclose(run["right.angle"][-1], -0.0281678709502, atol=1e-10)
    assert_allclose(run["left.angle"][-1], 0.1063748316881, atol=1e-10)
    assert_allclose(run.data.mass_centre[0], [0.1, -0.4, 0.3], atol=1e-14)
    assert_allclose(run.data.mass_centre[-1], [-1.9, 4.6, 1.3], atol=1e-12)


def test_dumb_bell(example_run):
    # Tension by integrating the two masses with a multiplier.
    run = example_run("dumb-bell")
    assert_allclose(-run["top.reaction_force"].sel(axis="x")[-1], 14.5357316103, rtol=1e-9)
    apart = run.data.position_from_origin.sel(body="upper") - run.data.position_from_origin.sel(
        body="lower"
    )
    assert_allclose((apart**2).sum("axis"), 20e3**2, rtol=1e-12)


def test_two_body_spacecraft(example_run):
    # Stretch by projecting both bodies' equations on the eight speeds.
    run = example_run("two-body-spacecraft")
    assert_allclose(run["boom.slide"].sel(time=1000.0) - 2, 5.17674171e-4, atol=1e-9)
    assert_allclose(run["boom.slide"][-1] - 2, 1.60490693e-4, atol=1e-9)
    assert_allclose(run["boom.angle"][-1], 4.0623655006, atol=1e-8)
    assert run.audit()["energy"].relative < 1e-9


def test_two_body_spacecraft_published(example_run):
    # Stretch by Lagrange's equations in fourteen coordinates, at a tolerance of 1e-12.
    run = example_run("two-body-spacecraft-published")
    stretch = run["boom.slide"] - 2
    assert_allclose(stretch.sel(time=1000.0), 5.08972412e-4, atol=1e-9)
    assert_allclose(stretch[-1], 4.63246821e-4, atol=1e-9)
    assert run.audit()["energy"].relative < 1e-9


def module(name):
    """An example that is a program."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example


def test_atmospheric_drag():
    example = module("atmospheric-drag")
    system = example.satellite().build()
    run = tt.simulate(system, system.start(), duration=20000.0, at=[20000.0], rtol=1e-12)

    def rates(t, y):
        r, v = y[:3], y[3:]
        distance, speed = np.linalg.norm(r), np.linalg.norm(v)
        density = 1e-10 * np.exp((250e3 + 6378.1e3 - distance) / 45e3)
        return [*v, *(-3.986004418e14 * r / distance**3 - 0.5 * density * 8.8 / 500 * speed * v)]

    r, v = system.start()["orbit.position"], system.start()["orbit.velocity"]
    y = solve_ivp(rates, (0, 20000), [*r, *v], method="DOP853", rtol=1e-13, atol=1e-6).y[:, -1]
    assert_allclose(run["orbit.position"][-1], y[:3], atol=1e-2)
    lost = (y[3:] @ y[3:] - v @ v) / 2 - 3.986004418e14 * (1 / np.linalg.norm(y[:3]) - 1 / r[0])
    assert_allclose(run["work"][-1], 500 * lost, rtol=1e-8)


def test_four_bar(example_run):
    # One equation for the crank's angle, from the geometry of the linkage and its energy.
    run = example_run("four-bar")
    a, b, c, d = 0.3, 1.0, 0.9, 0.8  # crank, coupler, rocker, ground
    m_a, m_b, m_c = 0.3, 1.0, 0.9

    def shape(theta):
        """Angles of coupler and rocker, inertia felt at the crank, sum of mass times height."""
        B = a * np.exp(1j * theta)
        far = d - B  # from the crank's tip to the far pivot
        r = abs(far)
        coupler = np.angle(far) + np.arccos((b**2 + r**2 - c**2) / (2 * b * r))
        C = B + b * np.exp(1j * coupler)
        rocker = np.angle(C - d)
        # a i e^{i θ} + b β' i e^{i β} = c γ' i e^{i γ}
        A = np.array(
            [[-b * np.sin(coupler), c * np.sin(rocker)], [b * np.cos(coupler), -c * np.cos(rocker)]]
        )
        beta, gamma = np.linalg.solve(A, [a * np.sin(theta), -a * np.cos(theta)])
        inertia = m_a * a**2 / 3 + m_c * c**2 / 3 * gamma**2 + m_b * b**2 / 12 * beta**2
        inertia += m_b * abs(1j * B + 0.5j * beta * (C - B)) ** 2
        height = m_a * B.imag / 2 + m_b * (B + C).imag / 2 + m_c * C.imag / 2
        return coupler, rocker, inertia, height

    coupler, rocker, inertia, height = shape(np.pi / 2)
    assert_allclose([coupler, rocker], [np.arctan2(0.6, 0.8), np.pi / 2], atol=1e-15)
    energy = inertia * (4 * np.pi) ** 2 / 2 + 9.81 * height

    def rate(t, theta):
        _, _, inertia, height = shape(theta[0])
        return [np.sqrt(2 * (energy - 9.81 * height) / inertia)]

    found = solve_ivp(rate, (0, 5), [np.pi / 2], method="DOP853", rtol=1e-12, atol=1e-12).y[0, -1]
    assert_allclose(run["pivot.angle"][-1], found, atol=1e-8)
    turns = run["far.angle"].values[-1] - shape(found)[1]
    assert_allclose(turns, 0.0, atol=1e-9)  # a rocker never goes round
    assert run.data.constraint_error.max() < 1e-11
    assert run.audit()["energy"].relative < 1e-9


def test_slider_crank(example_run):
    # Two unrelated computations from the same definition.
    run = example_run("slider-crank")
    places, rates = (run[f"rail.{what}"].sel(time=[1.0, 5.0]) for what in ("slide", "slide_rate"))
    assert_allclose(places, [0.233764750335, 0.254650085467], atol=1e-10)
    assert_allclose(rates, [-0.537705705355, 0.377827168385], atol=1e-9)
    assert run.data.constraint_error.max() < 1e-11
    assert run.audit()["energy"].relative < 1e-9


def test_bricard(example_run):
    # IFToMM library of computational benchmark problems, A04.
    run = example_run("bricard")
    place = run["rod3.position"].sel(time=1.0)
    assert_allclose(place, [0.2744813193, -0.8867079387, -0.4623300027], atol=2e-10)
    assert run.system.counts(run.start).degrees_of_freedom == 1
    assert run.data.constraint_error.max() < 1e-11
    assert run.audit()["energy"].relative < 1e-9
