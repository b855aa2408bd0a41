"""Linear equations of free bodies in orbit against closed forms, and mechanisms of every size."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import boom_modes
from small_motions import errors
from treetop.analysis import linearised, vibration
from treetop.errors import TreetopError
from treetop.system.differences import derivative
from treetop.system.equilibrium import equilibrium
from treetop.validation.gravity_gradient import INERTIA, LOCAL, MU, PITCH_RATE, N, R, roll_yaw_rates

pytestmark = pytest.mark.compiled  # many evaluations, which say no more of kernels interpreted

SPEED = N * R
TURNING = {"attitude": LOCAL, "angular_velocity": [0, -N, 0]}  # forward, against the normal, down


def orbiter(add=None, formulation="recursive", gradient=True):
    """A spacecraft that points at the Earth; its own axes are forward, against the normal, down."""
    m = tt.Model("orbiter")
    bus = m.add_body("bus", 200.0, INERTIA)
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_force("earth", tt.CentralGravity(MU, gradient=gradient))
    if add:
        add(m, bus)
    system = m.build(formulation)
    return system, {"position": [R, 0, 0], "velocity": [0, SPEED, 0], **TURNING}


def on_a_prescribed_orbit():
    """The spacecraft, free on a carrier that is led round the Earth and turned with it."""
    m = tt.Model("carried")
    carrier = m.add_body("carrier", 1.0, [1, 1, 1])
    m.add_joint("way", tt.Free(), m.ground, carrier)
    m.add_constraint("orbit", tt.PrescribedOrbit(carrier, R))
    m.add_constraint("turn", tt.PrescribedPose(carrier, angles=[f"{float(N)!r} * t", 0, 0]))
    m.add_joint("free", tt.Free(), carrier, m.add_body("bus", 200.0, INERTIA))
    m.add_force("earth", tt.CentralGravity(MU))
    system = m.build()
    way = {"position": [R, 0, 0], "velocity": [0, SPEED, 0], "angular_velocity": [0, 0, N]}
    return system, system.settled(system.state(way=way, free={"attitude": LOCAL}))


@pytest.mark.parametrize("formulation", ["recursive", "kane", "carried"])
def test_a_body_that_points_at_the_earth_librates_and_goes_round(formulation):
    """Pitch, roll and yaw as known; in place Clohessy and Wiltshire's n, twice, and a drift."""
    if formulation == "carried":
        system, state = on_a_prescribed_orbit()
    else:
        system, orbit = orbiter(formulation=formulation)
        state = system.state(orbit=orbit)
    found = vibration(system, state)
    expected = sorted([0, 0, *roll_yaw_rates(), PITCH_RATE / N, 1, 1])
    assert found.angular_frequencies / N == pytest.approx(expected, abs=1e-6)
    assert found.stable
    assert np.abs(linearised(system, state).rates).max() < 1e-12


def test_the_motion_of_a_point_is_that_of_clohessy_and_wiltshire():
    system, orbit = orbiter(gradient=False)
    A = linearised(system, system.state(orbit=orbit)).A
    place = [3, 4, 5]  # forward, against the normal, down
    expected = np.zeros((6, 6))
    expected[:3, 3:] = np.eye(3)
    turn = np.array([[0, 0, N], [0, 0, 0], [-N, 0, 0]])  # -w ×, w = [0, -N, 0]
    expected[:3, :3] = expected[3:, 3:] = turn
    expected[3:, :3] = np.diag([-(N**2), -(N**2), 2 * N**2])
    own = [*place, *(6 + k for k in place)]
    assert A[np.ix_(own, own)] == pytest.approx(expected, abs=1e-6 * N**2)


def wheel(inertia):
    def add(m, bus):
        m.add_joint("wheel", tt.Revolute([0, 1, 0]), bus, m.add_body("rotor", 5.0, inertia))

    return add


def test_a_wheel_along_the_pitch_axis_stiffens_roll_and_yaw():
    """With its momentum h: Iy's gyroscopic torques grow by h, which changes k1 and k3 as if
    4 Ω² (Ip - Iy) were Ω (4 Ω (Ip - Iy) + h); wheel and bus have one inertia together."""
    rate, J = 0.3, 1.0
    system, orbit = orbiter(wheel([2.0, J, 2.0]))
    found = vibration(system, system.state(orbit=orbit, wheel={"rate": -rate}))
    Ir, Ip, Iy = INERTIA[0] + 2.0, INERTIA[1] + J, INERTIA[2] + 2.0
    h = J * rate / N
    M, G = np.diag([Ir, Iy]), (Ir + Iy - Ip - h) * np.array([[0, -1], [1, 0]])
    K = np.diag([4 * (Ip - Iy) + h, Ip - Ir + h])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), np.linalg.solve(M, G)]])
    expected = np.abs(np.linalg.eigvals(A).imag)
    for value in expected:
        assert np.abs(found.angular_frequencies / N - value).min() < 1e-6


def test_a_rotor_out_of_balance_is_not_steady():
    system, orbit = orbiter(wheel([1.0, 1.0, 2.0]))
    with pytest.raises(TreetopError, match=r"not steady: .* meets other forces or inertia"):
        vibration(system, system.state(orbit=orbit, wheel={"rate": 0.3}))


@pytest.mark.parametrize("distance", [10.0, 1000.0])
def test_two_spacecraft_on_a_tether_librate_as_a_dumb_bell(distance):
    """√3 n in the plane of the orbit, 2 n across; stretched so far that the spring bears 3 n² d."""
    m = tt.Model("dumb-bell")
    ends = [m.add_body(name, 100.0, [1, 1, 1]) for name in ("lower", "upper")]
    for end in ends:
        m.add_joint(end.name, tt.Free(), m.ground, end)
    stiffness = 1e4
    length = distance * (1 - 3 * N**2 * 50.0 / stiffness)
    m.add_force("tether", tt.SpringDamper(*ends, length=length, stiffness=stiffness))
    m.add_force("earth", tt.CentralGravity(MU))
    system = m.build()
    d = distance / 2
    start = {
        name: {"position": [x, 0, 0], "velocity": [0, N * x, 0], "angular_velocity": [0, 0, N]}
        for name, x in (("lower", -d), ("upper", d))
    }
    state = system.state(origin={"position": [R, 0, 0], "velocity": [0, SPEED, 0]}, **start)
    linear = linearised(system, state)
    found = np.linalg.eigvals(linear.A).imag / N
    for value in (1.0, np.sqrt(3), 2.0):
        assert np.abs(found - value).min() < 1e-6 + distance / R
    stretching = np.sqrt(stiffness / 50.0) / N
    assert np.abs(found - stretching).min() < 1e-4 * stretching


def test_a_flexible_spacecraft_in_orbit_moves_as_its_linear_equations_say():
    def add(m, bus):
        boom = m.add_flexible_body("boom", boom_modes(count=2), damping=0.01)
        m.add_joint("clamp", tt.Fixed(), bus.frame("port", at=[0.5, 0, 0]), boom)

    system, orbit = orbiter(add)
    orbit["attitude"] = LOCAL
    state = system.state(orbit=orbit)
    whole, half = errors(system, state, 3.0, [1e-4, 5e-5])
    assert whole / half == pytest.approx(4.0, abs=0.05)


# --- at every size ------------------------------------------------------------------------


def swing(size):
    """A pendulum with a slider and a spring aslant, `size` metres long, in gravity as many times
    as strong."""
    m = tt.Model("swing")
    arm = m.add_body("arm", 1.0, 3 * [0.1 * size**2], centre=[0, 0, -size])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, arm)
    slider = m.add_body("slider", 1.0)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), arm.frame("end", at=[0, 0, -size]), slider)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81 * size]))
    peg = m.ground.frame("peg", at=[0.3 * size, 0, -1.7 * size])
    spring = tt.SpringDamper(peg, slider, length=0.5 * size, stiffness=7.0, damping=0.1)
    m.add_force("spring", spring)
    system = m.build()
    return system, equilibrium(system, system.state(), ["hinge.rate", "rail.slide_rate"])


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1e3, 1e6])
def test_eigenvalues_do_not_depend_on_the_unit_of_length(size):
    one, other = (vibration(*swing(each)).eigenvalues for each in (1.0, size))
    assert other == pytest.approx(one, rel=1e-9)


def test_a_small_slider_in_a_large_spacecraft_is_told_by_small_steps():
    """A line spring of 1 mm across a rail, in a craft of 10 m: k (1 - l/d) along the rail."""
    m = tt.Model("small in large")
    bus = m.add_body("bus", 1e9, [1e10, 1e10, 1e10])
    m.add_joint("mount", tt.Fixed(), m.ground, bus.frame("far", at=[10, 0, 0]))
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), bus, m.add_body("slider", 1.0))
    peg = bus.frame("peg", at=[0, 1e-3, 0])
    m.add_force("spring", tt.SpringDamper(peg, "slider", length=0.8e-3, stiffness=5.0))
    system = m.build()
    A = linearised(system, system.state()).A
    assert A[1, 0] == pytest.approx(-5.0 * 0.2, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_derivatives_find_their_step(scale):
    def values(x):
        return np.array([np.sin(x / scale), np.exp(1e-3 * x)])

    found, error, _, jump = derivative(values, 2e-3, values(0.0))
    expected = [1 / scale, 1e-3]
    assert found == pytest.approx(expected, rel=1e-9)
    assert (error < 1e-6 * np.array(expected)).all()
    assert not jump.any()


@pytest.mark.parametrize(
    "function, size",
    [(np.sign, 2.0), (np.abs, 2 * 2e-3 / 4), (lambda x: max(x, 0.0), 2e-3 / 4), (np.cos, 0.0)],
)
def test_jumps_and_corners_are_seen(function, size):
    def values(x):
        return np.array([float(function(x)), x])

    found = derivative(values, 2e-3, values(0.0)).jump
    assert found[1] == 0.0
    assert (found[0] > 0.0) == (size > 0.0)
