"""Expressions: where parts of them begin and end."""

import math

import pytest

import treetop as tt
from sliders import MASS, slider
from treetop.model.functions.expression import passages, steps_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("smoothstep((t - 3)/0.5)", {3.0, 3.5}),
        ("2*smoothstep(-0.5*t + 4) - sin(t)", {0.0, 6.0, 8.0}),
        ("1 - smoothstep((t*2 - 1)/(4 - 3.5))", {0.5, 0.75}),
        ("3*exp(-((t - 7.25)/1e-3)**2)", {7.25}),
        ("smoothstep(t**2) + smoothstep(1/t) + smoothstep(sin(t))", {0.0}),
        ("5 - 2*t", set()),
    ],
)
def test_where_linear_parts_pass_0_and_smoothsteps_of_them_end(text, expected):
    assert set(passages(steps_of(text))) == expected


@pytest.mark.compiled
@pytest.mark.parametrize("before", ["0", "1e-6*sin(1.1*t)"], ids=["at rest", "moving"])
@pytest.mark.parametrize(
    ("pulse", "area"),
    [
        ("5*(smoothstep((t - 60.53)/1e-3) - smoothstep((t - 60.533)/1e-3))", 5 * 3e-3),
        ("5*exp(-((2*t - 121.06)/4e-3)**2)", 5 * 2e-3 * math.sqrt(math.pi)),
    ],
)
def test_no_step_passes_over_a_short_pulse(pulse, area, before):
    """At the end of a spring, which by itself swings with the same energy ever after."""
    system = slider(tt.JointSpring("rail", stiffness=8, rest=f"{before} + {pulse}"))
    run = tt.simulate(system, system.start(), duration=100, every=0.1)
    x, v = (run[f"rail.{name}"].values[-1] for name in ("slide", "slide_rate"))
    assert math.hypot(x * math.sqrt(8 / MASS), v) == pytest.approx(8 * area / MASS, rel=1e-3)
