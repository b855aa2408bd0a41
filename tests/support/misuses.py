"""Misuses of the Python interface, each with what is given in place of what should be.

Run as a program, tries all of them in this process and prints those that are not refused in one
clear message: a crash would take the tests along.
"""

import faulthandler
import json
import signal
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import numpy as np

import treetop as tt

SLOW = 5.0  # s of the processor, within which everything is refused
LINES, LETTERS = 11, 600  # of a clear message: the first ten problems, and how many more

NAN, INF = float("nan"), float("inf")
WRONG = {  # by what is expected
    "number": [None, "nonsense", NAN, INF, [1, 2], object(), 3j, b"1", {}, "3 apples", 10**400],
    "above zero": [None, "nonsense", NAN, INF, -1.0, 0.0, [1], {}, True, "-2 s", "1 kg"],
    "vector": [
        None,
        "w",
        [1, 2],
        [NAN, 0, 0],
        [INF, 0, 0],
        5,
        object(),
        np.zeros((3, 3)),
        {},
        [3j] * 3,
    ],
    "name": [None, 5, "", NAN, [1], object(), "a.b", b"x", "a\nb"],
    "title": [None, 5, NAN, [1], object(), b"x"],
    "reference": [None, 5, "nobody", "nobody.tip", NAN, [1], object()],
    "choice": [None, 5, "nonsense", NAN, [1], object(), "", b"recursive"],
    "object": [None, 5, "nonsense", NAN, [1], {}, object(), tt.Model],
    "state": [None, 5, "nonsense", NAN, [1.0], {}, np.zeros(9), object(), tt.State],
    "path": [5, NAN, [1], object(), "no/such/folder/file", "/dev/null/x"],
    "table": [None, 5, "nonsense", [], {}, [[1, 2]], [NAN, 1], [3, 2, 1], object()],
}


def pendulum(name="pendulum", joint="hinge"):
    m = tt.Model(name)
    rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0.01], centre=[0, 0, -0.5])
    rod.frame("tip", at=[0, 0, -1])
    m.add_joint(joint, tt.Revolute([0, 1, 0]), m.ground, rod)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return m


SYSTEM = pendulum().build()
STATE = SYSTEM.state(hinge={"angle": 0.1})
SIZE = STATE.vector.size
OTHER = pendulum("other", "axle").build()
WRONG["system"] = [None, 5, "nonsense", pendulum(), STATE, {}, object(), tt.System]
WRONG["state"] += [OTHER.state(), SYSTEM]
WRONG["vector of a state"] = [
    *(None, 5, "nonsense", [], {}, object(), [NAN, "x"], ["1"] * SIZE, [3j] * SIZE, [[1], [1, 2]]),
    *(np.zeros(1), np.zeros(SIZE - 1), np.zeros(SIZE + 1), np.zeros(10**6), np.zeros((1, SIZE))),
    *(np.zeros((SIZE, 1)), np.zeros((SIZE, SIZE)), np.array(3.0), np.full(SIZE, None)),
]
WRONG["vector to start from"] = [np.full(SIZE, NAN), np.full(SIZE, INF)]


def misuses():
    """All of them: what is called, what it expects, and a function of what it is given."""
    yield from models()
    yield from specifications()
    yield from systems()
    yield from states()
    yield from runs()
    yield from analyses()
    yield from files()


def models():
    yield "Model", "title", lambda x: tt.Model(x)
    yield "add_body", "name", lambda x: pendulum().add_body(x, mass=1)
    yield "add_body mass", "number", lambda x: pendulum().add_body("b", mass=x)
    yield "add_body centre", "vector", lambda x: pendulum().add_body("b", mass=1, centre=x)
    yield "frame at", "vector", lambda x: pendulum().body("rod").frame("f", at=x)
    yield "frame name", "name", lambda x: pendulum().body("rod").frame(x, at=[0, 0, 0])
    yield "add_joint name", "name", lambda x: pendulum().add_joint(x, tt.Free(), "ground", "rod")
    yield "add_joint kind", "object", lambda x: pendulum().add_joint("j", x, "ground", "rod")
    yield "add_joint to", "reference", lambda x: built(("joint", "j", tt.Free(), "ground", x))
    yield "add_force", "object", lambda x: pendulum().add_force("f", x)
    yield "add_constraint", "object", lambda x: pendulum().add_constraint("c", x)
    yield "add_event", "object", lambda x: pendulum().add_event("e", x)
    yield "set_start", "reference", lambda x: started(x, angle=1.0)
    yield "set_start value", "number", lambda x: started("hinge", angle=x)
    yield "set_hold", "reference", lambda x: held(x)
    yield "model.frame", "reference", lambda x: pendulum().frame(x)
    yield "model.body", "reference", lambda x: pendulum().body(x)
    yield "build", "choice", lambda x: pendulum().build(x)


def built(*parts):
    m = pendulum()
    m.add_body("other", mass=1, inertia=[1, 1, 1])
    for what, *given in parts:
        getattr(m, f"add_{what}")(*given)
    return m.build()


def started(joint, **values):
    m = pendulum()
    m.set_start(joint, **values)
    return m.build().start()


def held(*labels):
    m = pendulum()
    m.set_hold(*labels)
    return m.build().start()


def specifications():
    for kind in (tt.Revolute, tt.Prismatic, tt.Cylindrical, tt.Planar):
        yield kind.__name__, "vector", lambda x, kind=kind: kind(x)
    yield "Screw pitch", "number", lambda x: tt.Screw([0, 0, 1], x)
    yield "UniformGravity", "vector", lambda x: tt.UniformGravity(x)
    yield "CentralGravity", "above zero", lambda x: tt.CentralGravity(x)
    yield "SpringDamper", "number", lambda x: tt.SpringDamper("a", "b", length=1, stiffness=x)
    yield "JointSpring", "number", lambda x: tt.JointSpring("hinge", stiffness=x)
    yield "Spline times", "table", lambda x: tt.Spline(x, [0.0, 1.0, 0.0])
    yield "Table", "table", lambda x: tt.Table(x, [0.0, 1.0])
    yield "UserForce", "number", lambda x: built(("force", "f", tt.UserForce(x, "rod")))
    yield "UserForce on", "reference", lambda x: built(("force", "f", tt.UserForce(no_wrench, x)))
    yield "parameters", "table", lambda x: wants_two(tt.UserForce(reads_two, "rod", parameters=x))
    yield "RunSettings", "above zero", lambda x: tt.RunSettings(duration=x or -1)


def no_wrench(t, motion, p):
    return tt.Wrench(tt.Vec3(0.0, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def reads_two(t, motion, p):
    return tt.Wrench(tt.Vec3(p[0], p[1], p[3]), tt.Vec3(0.0, 0.0, 0.0))


def wants_two(force):
    return built(("force", "f", force))


def systems():
    for name in (
        "evaluate",
        "rate",
        "mass_matrix",
        "bias",
        "counts",
        "constraint_matrix",
        "settled",
    ):
        yield f"system.{name}", "state", lambda x, name=name: getattr(SYSTEM, name)(x)
    yield "state_of", "state", lambda x: SYSTEM.state_of(x)
    yield "assembled", "state", lambda x: SYSTEM.assembled(x)
    yield "joint_values", "state", lambda x: SYSTEM.joint_values(x)
    yield "hold", "reference", lambda x: SYSTEM.assembled(STATE, [x])
    yield "inverse_dynamics", "vector of a state", lambda x: SYSTEM.inverse_dynamics(STATE, two(x))
    yield "observe", "vector of a state", lambda x: SYSTEM.observe(np.zeros(3), x)
    yield "observe times", "vector of a state", lambda x: SYSTEM.observe(two(x), STATE.vector[None])
    yield "joint_vectors", "vector of a state", lambda x: SYSTEM.joint_vectors(two_dimensional(x))
    yield "own_vector", "vector of a state", lambda x: SYSTEM.own_vector(x)


def two(x):
    """One number is what it takes."""
    return np.zeros(2) if np.shape(np.array(x, dtype=object)) == (1,) else x


def two_dimensional(x):
    """Rows of the right length are what it takes."""
    return np.zeros((2, 2, 2)) if getattr(x, "shape", ()) in [(1, SIZE), (SIZE, SIZE)] else x


def states():
    yield "State", "vector of a state", lambda x: tt.State(SYSTEM, 0.0, x)
    yield "State time", "number", lambda x: tt.State(SYSTEM, x, STATE.vector)
    yield "State system", "system", lambda x: tt.State(x, 0.0, STATE.vector)
    yield "state.vector", "vector of a state", replaced
    yield "state.time", "number", lambda x: setattr(SYSTEM.state(), "time", x)
    yield "state.system", "system", lambda x: setattr(SYSTEM.state(), "system", x)
    yield "system.state time", "number", lambda x: SYSTEM.state(time=x)
    yield "system.state joint", "object", lambda x: SYSTEM.state(hinge=x if x != {} else 5)
    yield "system.state value", "number", lambda x: SYSTEM.state(hinge={"angle": x})
    yield "system.state name", "choice", lambda x: SYSTEM.state(**{str(x): {"angle": 1.0}})
    yield "state[]", "choice", lambda x: STATE[x]


def replaced(vector):
    state = SYSTEM.state()
    state.vector = vector
    return SYSTEM.evaluate(state)


def runs():
    def run(**given):
        return tt.simulate(**{"system": SYSTEM, "start": STATE, "duration": 0.1} | given)

    yield "simulate system", "system", lambda x: run(system=5 if isinstance(x, tt.Model) else x)
    yield "simulate start", "state", lambda x: run(start=x if x is not None else 5)
    yield "simulate vector", "vector to start from", lambda x: run(start=tt.State(SYSTEM, 0.0, x))
    yield "duration", "above zero", lambda x: run(duration=x)
    yield "every", "above zero", lambda x: run(every=x if x is not None else -1)
    yield "at", "table", lambda x: run(at=x if x is not None else 5)
    yield "method", "choice", lambda x: run(method=x if x is not None else 5)
    yield "rtol", "above zero", lambda x: run(rtol=x)
    yield "atol", "above zero", lambda x: run(atol=x)
    yield "step", "above zero", lambda x: run(step=x if x is not None else -1)
    stepped = {"method": "generalized-alpha", "step": 0.01}
    yield "rho_inf", "number", lambda x: run(**stepped, rho_inf=x)
    yield "index", "choice", lambda x: run(**stepped, index=x if x != 5 else 7)
    yield "rho_inf of dop853", "number", lambda x: run(rho_inf=x)
    yield "constraints", "choice", lambda x: run(constraints=x if x is not None else 5)
    kept = {"constraints": "baumgarte"}
    yield "gains", "table", lambda x: run(**kept, gains=x if x not in (None, [3, 2, 1]) else 5)
    yield "limit", "above zero", lambda x: run(limit=x if x != INF and x is not True else -1)
    yield "checkpoint", "path", lambda x: run(checkpoint=x)
    yield "resume", "path", lambda x: tt.resume(x)
    yield "resume nothing", "object", lambda x: tt.resume(x)


def analyses():
    for name in ("equilibrium", "linearised", "vibration", "diagnosis"):
        ask = getattr(tt.analysis, name)
        yield f"{name} system", "system", lambda x, ask=ask: ask(x, STATE)
        yield f"{name} state", "state", lambda x, ask=ask: ask(SYSTEM, x)
    yield "compare", "object", lambda x: tt.analysis.compare(x)


def files():
    folder = Path(tempfile.mkdtemp())
    (folder / "text").write_text("no: [model")
    WRONG["path to read"] = [*WRONG["path"], folder, folder / "text", folder / "nothing.yaml"]
    WRONG["path to write"] = [*WRONG["path"], folder]
    yield "load", "path to read", lambda x: tt.load(x)
    yield "load_run", "path to read", lambda x: tt.load_run(x)
    yield "save", "path to write", lambda x: pendulum().save(x)


def outcome(call, given):
    """What is not as it should be; nothing if it is refused in one clear message."""
    begin = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call(given)
    except Exception as error:
        return unclear(error, time.process_time() - begin)
    return "accepted"


def unclear(error, spent):
    text = str(error)
    last = traceback.extract_tb(error.__traceback__)[-1].filename
    if spent > SLOW:
        return f"refused after {spent:.1f} s"
    if isinstance(error, TypeError) and text.startswith("expected str, bytes or os.PathLike"):
        return ""
    if isinstance(error, Warning) or not isinstance(
        error, (tt.TreetopError, KeyError, AttributeError)
    ):
        return f"{type(error).__name__}: {text[:200]} (in {last})"
    if isinstance(error, AttributeError) and "has no setter" not in text:
        return f"AttributeError: {text[:200]} (in {last})"
    if not text or len(text.splitlines()) > LINES or len(text) > LETTERS * LINES:
        return f"a message of {len(text.splitlines())} lines, {len(text)} letters"
    return ""


def main():
    faulthandler.enable()
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError("a hang")))
    count, found = 0, {}
    for name, kind, call in list(misuses()):
        for given in WRONG[kind]:
            signal.alarm(60)
            count += 1
            told = outcome(call, given)
            if told:
                found[f"{name}({repr(given)[:60]})"] = told
    signal.alarm(0)
    json.dump({"count": count, "found": found}, sys.stdout)


if __name__ == "__main__":
    main()
