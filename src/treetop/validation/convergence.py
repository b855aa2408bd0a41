"""Order of convergence, at the ends of steps and between them, on the torque-free top.

The step is halved, and the order is the binary logarithm of the ratio of errors. DOP853 is held at
its largest step by tolerances that any step meets. Between steps DOP853 interpolates to order 7 and
RK4 to order 3: what that leaves out of a step is of order 8 and 4, as much as the steps leave out.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT
from treetop.validation.torque_free_top import START, body_rate, top

END = 10.0
METHODS = {"dop853": (8, 0.8), "rk4": (4, 0.1)}  # order, coarse step


def checks() -> list[Check]:
    system = top()
    start = system.state(flight={"angular_velocity": START})
    found = [check for method in METHODS for check in orders(system, start, method)]
    return [*found, sampling_changes_nothing(system, start)]


def orders(system: tt.System, start: tt.State, method: str) -> list[Check]:
    order, step = METHODS[method]
    coarse, fine = (errors(system, start, method, h) for h in (step, step / 2))
    at_end, between = np.log2(coarse / fine)
    return [
        Check(f"{method}: order at the ends of steps", float(at_end), order, 0.2),
        Check(f"{method}: order between steps", float(between), order, 0.2),
    ]


def errors(system: tt.System, start: tt.State, method: str, step: float) -> np.ndarray:
    """Of the body rates: at the end, where a step ends, and the greatest anywhere before."""
    times = np.append(np.linspace(0.5 * END, 0.99 * END, 500), END)
    run = tt.simulate(system, start, END, at=times, method=method, step=step, rtol=0.5, atol=1e6)
    expected = np.array([body_rate(t) for t in times])
    error = np.abs(run["flight.angular_velocity"].values - expected).max(axis=1)
    return np.array([error[-1], error[:-1].max()])


def sampling_changes_nothing(system: tt.System, start: tt.State) -> Check:
    few, many = (tt.simulate(system, start, END, every=every, **TIGHT) for every in (3.1, 0.007))
    change = abs(few.data.coordinates[-1] - many.data.coordinates[-1]).max()
    return Check("end sampled every 3.1 s, every 0.007 s", float(change), 0.0, 0.0)
