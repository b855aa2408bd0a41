"""Implicit steps of trees by the recursion: when it is taken, that it finds what a matrix does, and
in how many iterations."""

import numpy as np
import pytest

import treetop as tt
from chains import chain, highest_frequency
from interpreted import interpreted_for
from random_trees import random_motion, random_tree
from sprung_trees import add_joint_springs
from treetop.core.integrators import step_recursion
from treetop.core.integrators.step_recursion import LARGE_MATRIX, MAX_UNKNOWN, is_recursive
from treetop.system.state import State

ALPHA = {"method": "generalized-alpha", "rho_inf": 0.8}
SOLVED = {"rtol": 1e-11, "atol": 1e-12}  # what remains of equations is not seen


def tied(rods: int, stiffness: float = 50.0, ties: int = 2) -> tt.Model:
    """A chain in space whose end is tied to the ground by springs that the recursion does not
    know."""
    model = chain(rods, "universal", bending=1.0)
    for k in range(ties):
        post = model.ground.frame(f"post{k}", at=[1.0, 0.4 * np.cos(k + 1), 0.4 * np.sin(k + 1)])
        tie = tt.SpringDamper(post, f"rod{rods - 1}.end", length=0.4, stiffness=stiffness)
        model.add_force(f"tie{k}", tie)
    return model


def test_trees_take_it_and_small_ones_only_if_it_knows_all_forces(four_bar):
    assert is_recursive(*chain(3).build().geometry)
    assert not is_recursive(*chain(3).build("kane").geometry)
    assert not is_recursive(*four_bar.build().geometry)
    assert not is_recursive(*tied(3).build().geometry)
    assert is_recursive(*tied(LARGE_MATRIX // 2 + 1).build().geometry)
    assert not is_recursive(*tied(LARGE_MATRIX // 2 + 1, ties=MAX_UNKNOWN + 1).build().geometry)
    assert not is_recursive(None, None)


def by_matrix(model: tt.Model) -> tt.System:
    """A system whose steps are solved by a matrix, as if it were no tree."""
    system = model.build()
    chart = system.equations.chart._replace(newton=None)
    system.equations = system.equations._replace(chart=chart)
    return system


@pytest.mark.parametrize(
    "method", interpreted_for(["generalized-alpha", "hht", "newmark"], ["hht"])
)
def test_the_motion_is_that_of_a_matrix(method):
    """The motion of a tree with springs at its joints, of which one is driven."""
    model = random_tree(2, 6, ("revolute", "universal", "spherical", "prismatic"), grounded=True)
    add_joint_springs(model, np.random.default_rng(1))
    model.add_constraint("drive", tt.Prescribed("j2.angle1", "0.3*sin(4*t)"))
    start, ends = random_motion(model, seed=3, speed=0.3), []
    start["j2"] |= {"angle1": 0.0, "rate1": 1.2}
    for system in (model.build(), by_matrix(model)):
        settings = {"method": method, "step": 0.02, **SOLVED}
        run = tt.simulate(system, system.state(**start), 0.06, every=0.06, **settings)
        ends.append(run.data.coordinates.values[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-11)


@pytest.mark.compiled
def test_a_free_tree_in_orbit_moves_as_by_a_matrix():
    model = random_tree(1, 6, ("spherical", "revolute"), gravity=False, efforts=False)
    model.add_force("earth", tt.CentralGravity(3.986004418e14))
    motion, ends = random_motion(model, seed=3, speed=0.1), []
    motion["j0"] |= {"position": [0, 0, 0], "velocity": [0, 0, 0]}
    for system in (model.build(), by_matrix(model)):
        origin = {"position": [7e6, 0, 0], "velocity": [0, 7546.0, 0]}
        start = system.state(origin=origin, **motion)
        run = tt.simulate(system, start, 2.0, every=2.0, step=0.1, **ALPHA, **SOLVED)
        ends.append(run.data.coordinates.values[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


def turned(about_y: float, about_z: float) -> dict:
    """An attitude: turned about y, then about the z axis that was taken along."""
    c, s = np.cos([about_y / 2, about_z / 2]), np.sin([about_y / 2, about_z / 2])
    return {"attitude": [c[0] * c[1], s[0] * s[1], s[0] * c[1], c[0] * s[1]]}


LET_GO = {
    "revolute": {"angle": -1.2},
    "universal": {"angle1": 0.4, "angle2": -1.2},
    "spherical": turned(0.4, -1.2),
}
BENT = {"revolute": {"angle": 0.01}, "universal": {"angle1": 0.01, "angle2": 0.006}}
DOWN = {
    "revolute": {"angle": -np.pi / 2},
    "universal": {"angle2": -np.pi / 2},
    "spherical": turned(0.0, -np.pi / 2),
}
RODS = 24


def stiff_case(name: str, joint: str):
    """A system, where it starts, and where it rests."""
    if name == "beam":
        system = chain(RODS, joint, bending=100.0, gravity=0.0).build()
        return system, {f"hinge{i}": BENT[joint] for i in range(RODS)}, {}
    system = chain(RODS, joint, tip=10.0 if name == "loaded cable" else 0.0).build()
    return system, {"hinge0": LET_GO[joint]}, {"hinge0": DOWN[joint]}


CASES = [
    ("beam", "revolute", 100.0),
    ("beam", "universal", 100.0),
    ("cable", "revolute", 100.0),
    ("cable", "universal", 100.0),
    ("loaded cable", "revolute", 100.0),
    ("loaded cable", "universal", 100.0),
    ("cable", "spherical", 100.0),
    ("loaded cable", "spherical", 100.0),
]


@pytest.mark.compiled
@pytest.mark.parametrize("name, joint, stiffest", CASES)
def test_five_iterations_suffice_however_stiff(name, joint, stiffest):
    """Up to so many times the inverse of the highest frequency, no step being shortened."""
    system, start, rest = stiff_case(name, joint)
    highest = highest_frequency(system, system.state(**rest))
    for stiffness in (1.0, stiffest):
        step = stiffness / highest
        settings = {"every": 40 * step, "step": step, **ALPHA}
        run = tt.simulate(system, system.state(**start), 40 * step, **settings)
        assert run.statistics["rejected_steps"] == 0
        assert run.statistics["evaluations"] <= 5 * run.statistics["steps"]


@pytest.mark.compiled
@pytest.mark.parametrize("joint", ["revolute", "universal"])
def test_no_step_of_a_long_cable_without_load_is_shortened(joint):
    """60 rods, of which the last are hardly taut, in steps of a tenth of a swing."""
    system = chain(60, joint).build()
    step = 100.0 / highest_frequency(system, system.state(hinge0=DOWN[joint]))
    start, settings = system.state(hinge0=LET_GO[joint]), {"every": 40 * step, "step": step}
    run = tt.simulate(system, start, 40 * step, **settings, **ALPHA)
    assert run.statistics["steps"] == 40
    assert run.statistics["rejected_steps"] == 0


@pytest.mark.compiled
def test_no_rod_is_found_one_turn_farther():
    """60 spherical rods without load, which nothing keeps from twisting: each full turn more solves
    the equations of a step as well, with a speed of one turn in a step, and energy from nowhere."""
    system = chain(60, "spherical").build()
    step = 100.0 / highest_frequency(system, system.state(hinge0=DOWN["spherical"]))
    start, settings = system.state(hinge0=LET_GO["spherical"]), {"every": step, "step": step}
    run = tt.simulate(system, start, 40 * step, **settings, **ALPHA)
    energy = run.data.kinetic_energy + run.data.potential_energy
    assert run.statistics["steps"] <= 48
    assert run.statistics["evaluations"] <= 7 * run.statistics["steps"]
    assert float(energy.max()) <= float(energy[0]) + 0.05 * float(run.data.kinetic_energy.max())


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["beam", "cable in space"])
def test_what_is_left_of_the_equations_is_within_the_tolerance(name):
    """Where the next change is foretold instead of made: against steps that are solved to the last
    digits."""
    model, states = case_of(name, 8)
    system = model.build()
    start, rest = states(system)
    for step in np.array([1.0, 10.0, 100.0]) / highest_frequency(system, rest):
        ends = []
        for tolerance in ({"rtol": 1e-6, "atol": 1e-8}, SOLVED):
            run = tt.simulate(system, start, step, every=step, step=step, **ALPHA, **tolerance)
            ends.append(run.data.speeds.values[-1])
        assert ends[0] == pytest.approx(ends[1], rel=1e-6, abs=1e-8)


@pytest.mark.compiled
def test_a_thousand_stiff_elements_swing_as_one_rod():
    """Each of them a slider with EA / l and a hinge with EI / l: waves along one take 5e-7 s, and
    steps are 20000 times as long.  Against the pendulum of one rigid rod."""
    m, n, inboard = tt.Model("stiff"), 1000, "ground"
    h = 1.0 / n
    for i in range(n):
        sleeve = m.add_body(f"sleeve{i}", 0.0)
        rod = m.add_body(f"rod{i}", h, [0.0, h**3 / 12, h**3 / 12], [h / 2, 0, 0])
        rod.frame("end", at=[h, 0, 0])
        m.add_joint(f"hinge{i}", tt.Revolute([0, 0, 1]), inboard, sleeve)
        m.add_joint(f"slide{i}", tt.Prismatic([1, 0, 0]), sleeve, rod)
        m.add_force(f"stretch{i}", tt.JointSpring(f"slide{i}", stiffness=1e7 / h))
        if i:
            m.add_force(f"bend{i}", tt.JointSpring(f"hinge{i}", stiffness=1e6 / h))
        inboard = f"rod{i}.end"
    m.add_force("gravity", tt.UniformGravity([0, -9.81, 0]))
    one = chain(1).build()
    exact = tt.simulate(one, one.state(), 0.2, every=0.2, rtol=1e-10)["hinge0.angle"][-1]
    system = m.build()
    run = tt.simulate(system, system.state(), 0.2, every=0.2, step=0.01, **ALPHA)
    assert float(run["hinge0.angle"][-1]) == pytest.approx(float(exact), abs=2e-3)
    assert run.statistics["rejected_steps"] == 0
    assert run.statistics["evaluations"] <= 5 * run.statistics["steps"]


def test_forces_that_it_does_not_know_are_found_by_a_few_directions(monkeypatch):
    """Stiff springs between frames, on a chain that is taken for a long one."""
    monkeypatch.setattr(step_recursion, "LARGE_MATRIX", 0)
    ends, model = [], tied(3, stiffness=2e3)
    assert is_recursive(*model.build().geometry)
    for system in (model.build(), by_matrix(model)):
        run = tt.simulate(system, system.state(), 0.03, every=0.03, step=0.01, **ALPHA, **SOLVED)
        ends.append(run.data.coordinates.values[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)


# --- beams and cables -----------------------------------------------------------------------

EA, LOAD, WEIGHT = 1e4, 10.0, 9.81


def bent_beam(elements: int) -> tt.Model:
    """A beam in space that a force at its tip of 3.6 EI / L² bends far."""
    model = tt.Model("beam")
    line = tt.Beam(
        length=1, mass_per_length=1, EI=100, GJ=80, rotary_inertia=1e-4, elements=elements
    )
    boom = model.add_beam("boom", line)
    model.add_joint("clamp", tt.Fixed(), model.ground, boom)
    model.add_force("push", tt.FrameForce(boom.tip, force=[0, 300, 200], axes="inertial"))
    return model


HOOKS = {
    "plane": (lambda: tt.Revolute([0, 0, 1]), {"angle": 0.8}),
    "space": (lambda: tt.Universal([0, 1, 0], [0, 0, 1]), {"angle1": 0.3, "angle2": 0.8}),
}


def hung_cable(elements: int, load: float, hook: str = "plane", damping: float = 0.0) -> tt.Model:
    """An elastic cable along x, down, that only pulls, with a load at its end or none."""
    model = tt.Model("cable")
    line = tt.Cable(length=1, mass_per_length=1, EA=EA, elements=elements, damping=damping)
    wire = model.add_beam("wire", line)
    model.add_joint("hook", HOOKS[hook][0](), model.ground, wire)
    if load:
        body = model.add_body("load", load, [load * 1e-4] * 3)
        model.add_joint("weld", tt.Fixed(), wire.tip, body)
    model.add_force("weight", tt.UniformGravity([WEIGHT, 0, 0]))
    return model


def stretched(system: tt.System, elements: int, load: float, hook: dict) -> State:
    """The cable stretched as it is at rest, held at an angle: it springs back when it is let go."""
    state, h = system.state(hook=hook), 1.0 / elements
    y, at = state.vector.copy(), system.coordinate_labels
    for k in range(elements):
        (slide,) = (i for i, label in enumerate(at) if label.startswith(f"wire slide {k}."))
        y[slide] = (load + 1.0 - (k + 0.5) * h) * WEIGHT / EA * h
    return State(system, 0.0, y)


def case_of(name: str, elements: int):
    """A model, and states of a system of it: where it starts, and where it rests."""
    if name == "beam":
        return bent_beam(elements), lambda system: (system.state(), system.state())
    load, hook = 0.0 if "unloaded" in name else LOAD, "space" if "space" in name else "plane"
    model = hung_cable(elements, load, hook, damping=0.01 if "damped" in name else 0.0)
    return model, lambda system: (
        stretched(system, elements, load, HOOKS[hook][1]),
        stretched(system, elements, load, {}),
    )


# Iterations that suffice in the mean up to h ω_max = 100: five, but where most of a cable whips.
ELASTIC = {
    "beam": 5.0,
    "cable": 5.0,
    "unloaded, damped cable": 5.0,
    "unloaded cable": 5.0,
    "cable in space": 5.0,
    "unloaded cable in space": 5.5,
}
LONG = {"cable in space": 5.0, "unloaded cable in space": 7.0}  # likewise, of 60 elements


def swing(system: tt.System, start: State, step: float) -> dict:
    """What forty steps took."""
    run = tt.simulate(system, start, 40 * step, every=40 * step, step=step, **ALPHA)
    assert run.statistics["rejected_steps"] == 0
    return run.statistics


@pytest.mark.compiled
@pytest.mark.parametrize("name", ELASTIC)
def test_five_iterations_suffice_for_elastic_hinges(name):
    model, states = case_of(name, RODS)
    system = model.build()
    start, rest = states(system)
    highest = highest_frequency(system, rest)
    for stiffness in (1.0, 10.0, 100.0):
        taken = swing(system, start, stiffness / highest)
        assert taken["evaluations"] <= ELASTIC[name] * taken["steps"]


@pytest.mark.compiled
@pytest.mark.parametrize("name", LONG)
def test_no_step_of_a_long_cable_in_space_is_shortened(name):
    """Without a load its end whips, in steps of a tenth of a swing."""
    model, states = case_of(name, 60)
    system = model.build()
    start, rest = states(system)
    taken = swing(system, start, 100.0 / highest_frequency(system, rest))
    assert taken["evaluations"] <= LONG[name] * taken["steps"]


@pytest.mark.compiled
def test_a_smooth_swing_takes_one_solution_and_one_look_a_step():
    """Going on as before, the first change leaves nothing that a second matrix must mend."""
    system = chain(40, "universal").build()
    start = system.state(hinge0={"angle1": 0.3, "angle2": -1.2})
    settings = {"step": 1e-3, "rtol": 1e-6, "atol": 1e-8, **ALPHA}
    run = tt.simulate(system, start, 0.1, every=0.1, **settings)
    assert run.statistics["evaluations"] <= 2.1 * run.statistics["steps"]


@pytest.mark.parametrize("name", ["beam", "cable"])
def test_beams_and_cables_move_as_by_a_matrix(name):
    """In steps that a matrix takes as well, without shortening one."""
    model, states = case_of(name, 3)
    ends, systems = [], (model.build(), by_matrix(model))
    assert is_recursive(*systems[0].geometry)
    for system in systems:
        start, settings = states(system)[0], {"step": 0.001, **ALPHA, **SOLVED}
        run = tt.simulate(system, start, 0.003, every=0.003, **settings)
        assert run.statistics["rejected_steps"] == 0
        ends.append(run.data.coordinates.values[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-11)


@pytest.mark.compiled
def test_a_beam_of_a_thousand_elements_takes_long_steps():
    system = bent_beam(1000).build()
    run = tt.simulate(system, system.state(), 0.2, every=0.2, step=0.01, **ALPHA)
    assert run.statistics["steps"] == 20
    assert run.statistics["rejected_steps"] == 0
    assert run.statistics["evaluations"] <= 5 * run.statistics["steps"]


# --- constraints beyond the tree ------------------------------------------------------------


def hung_between(rods: int, joint: str, apart: float = 0.8) -> tuple[tt.Model, dict]:
    """A chain whose end is held as well, so far from its beginning; it starts from a V."""
    model, angle = chain(rods, joint), np.arccos(apart)
    post = model.ground.frame("post", at=[apart, 0, 0])
    model.add_joint("close", tt.Spherical(), post, f"rod{rods - 1}.end")
    name = "angle" if joint == "revolute" else "angle2"
    return model, {"hinge0": {name: -angle}, f"hinge{rods // 2}": {name: 2 * angle}}


@pytest.mark.parametrize("index", [2, 3])
def test_a_chain_held_at_both_ends_converges_to_its_motion(monkeypatch, index):
    """To that of an explicit method, with the square of the step."""
    monkeypatch.setattr(step_recursion, "SPEEDS_PER_ROW", 0)
    model, start = hung_between(4, "revolute")
    system, errors = model.build(), []
    assert is_recursive(*system.geometry)
    settings = {"every": 0.04, "rtol": 1e-10, "atol": 1e-12}
    exact = tt.simulate(system, system.state(**start), 0.04, **settings).data.coordinates.values[-1]
    for step in (0.01, 0.005):
        settings = {"step": step, "index": index, **ALPHA, **SOLVED}
        run = tt.simulate(system, system.state(**start), 0.04, every=0.04, **settings)
        errors.append(np.abs(run.data.coordinates.values[-1] - exact).max())
    assert errors[1] < errors[0] / 3.5
    assert errors[1] < 1e-3


@pytest.mark.compiled
@pytest.mark.parametrize("index", [2, 3])
def test_a_long_chain_held_at_both_ends(index):
    """Without shortening a step, in fewer evaluations than a matrix by differences has columns;
    against an explicit method."""
    model, start = hung_between(60, "universal")
    system = model.build()
    assert is_recursive(*system.geometry)
    settings = {"step": 0.002, "index": index, **ALPHA}
    run = tt.simulate(system, system.state(**start), 0.1, every=0.1, **settings)
    assert run.statistics["rejected_steps"] == 0
    assert run.statistics["evaluations"] < len(system.speed_labels) * run.statistics["steps"]
    explicit = tt.simulate(system, system.state(**start), 0.1, every=0.1, rtol=1e-8, atol=1e-10)
    for rod in ("rod15", "rod30", "rod45", "rod59"):
        place, exact = (each[f"{rod}.position"].values[-1] for each in (run, explicit))
        assert place == pytest.approx(exact, abs=2e-4)
