"""Linear models: what A, B, C and D of a craft with 102 states and 10 inputs cost, in evaluations.

Differences to one side would take 111 evaluations.
"""

import treetop as tt
from linear_plants import with_many_states

from .timing import Figure, least_times

EVALUATIONS = 111


def figures():
    system = with_many_states()
    state = system.state()
    inputs = [f"wheel{k}.torque" for k in range(10)]
    outputs = ["flight.angular_velocity.x", "boom0.mode1", "wheel0.speed"]
    spent = least_times(
        {
            "linearise": lambda: tt.linearise(system, state, inputs, outputs),
            "evaluations": lambda: [system.evaluate(state) for _ in range(EVALUATIONS)],
            "rates": lambda: [system.rate(state) for _ in range(EVALUATIONS)],
        },
        repeats=21,
    )
    note = f"{spent['linearise'] * 1e3:.1f} and {spent['evaluations'] * 1e3:.1f} ms"
    ratio = spent["linearise"] / spent["evaluations"]
    yield Figure("linearise 102 states / 111 evaluations", ratio, at_most=5, note=note)
    note = f"{spent['rates'] * 1e3:.2f} ms"
    yield Figure(
        "the same / 111 rates of the state", spent["linearise"] / spent["rates"], note=note
    )
