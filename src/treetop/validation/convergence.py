"""Order of convergence, at the ends of steps and between them, on the torque-free top.

The step is halved, and the order is the binary logarithm of the ratio of errors. The loop begins at
its largest step and is held there by tolerances that any step meets. Between steps DOP853
interpolates to order 7 and RK4 to order 3: what that leaves out of a step is of order 8 and 4, as
much as the steps leave out. Radau, of order 5, interpolates to order 3. BDF has no order of
its own: it changes it on the way.
"""

import numpy as np

import treetop as tt
from treetop.core.integrators.loop import Integrator, Plan
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.loop_memory import begin_with
from treetop.simulation.segment import loop_for
from treetop.system.state import absolute
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT
from treetop.validation.torque_free_top import START, body_rate, top

END = 10.0
# Smaller steps than these meet rounding; at these the next term of the error still shows.
NEAREST = 0.3
# At the ends of steps, between them; coarse step, s.
ORDERS = {
    "dop853": (8, 8, 0.5),
    "rk4": (4, 4, 0.1),
    "radau": (5, 4, 0.1),
    "generalized-alpha": (2, 2, 0.05),
}
NEWTON_TOLERANCE = (
    1e-20  # times the loose tolerances: as far as rounding lets an implicit method be solved
)


def checks() -> list[Check]:
    system = top()
    start = system.state(flight={"angular_velocity": START})
    found = [check for method in ORDERS for check in orders(system, start, method)]
    return [*found, sampling_changes_nothing(system, start)]


def orders(system: tt.System, start: tt.State, method: str) -> list[Check]:
    ends, inside, step = ORDERS[method]
    coarse, fine = (errors(system, start, INTEGRATORS[method], h) for h in (step, step / 2))
    at_end, between = np.log2(coarse / fine)
    return [
        Check(f"{method}: order at the ends of steps", float(at_end), ends, NEAREST),
        Check(f"{method}: order between steps", float(between), inside, NEAREST),
    ]


def errors(system: tt.System, start: tt.State, method: Integrator, step: float) -> np.ndarray:
    """Errors of the body rates: at the end, where a step ends, and the greatest anywhere before."""
    times = np.append(np.linspace(0.5 * END, 0.99 * END, 500), END)
    speeds = states_at(system, start, method, step, times)
    expected = np.array([body_rate(t) for t in times])
    error = np.abs(speeds[:, :3] - expected).max(axis=1)
    return np.array([error[-1], error[:-1].max()])


def states_at(
    system: tt.System, start: tt.State, method: Integrator, step: float, times: np.ndarray
) -> np.ndarray:
    """Speeds at the given times, by steps that are all of one length."""
    (loop, _alive), y = loop_for(system, start, method), start.vector
    weights = method.weights(0.8, 2) if method.weights else ()
    plan = Plan(
        control=np.array([0.5, 1e6, step, *weights]),
        controlled=np.array([y.size]),
        breaks=times[-1:].copy(),
        times=times,
        samples=np.zeros((times.size, y.size)),
    )
    system.derivative(start.time, y, loop.rate, system.problem)
    begin_with(loop, step)
    if method.matrices:
        loop.memory.newton[0] = NEWTON_TOLERANCE
    steps = round(times[-1] / step)
    method.advance(system.derivative, system.project, system.problem, plan, loop, steps)
    return absolute(system.assembly, plan.samples)[1]


def sampling_changes_nothing(system: tt.System, start: tt.State) -> Check:
    few, many = (tt.simulate(system, start, END, every=every, **TIGHT) for every in (3.1, 0.007))
    change = abs(few.data.coordinates[-1] - many.data.coordinates[-1]).max()
    return Check("end sampled every 3.1 s, every 0.007 s", float(change), 0.0, 0.0)
