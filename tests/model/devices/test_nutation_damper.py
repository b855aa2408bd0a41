"""A nutation damper is a mass on a slide with a spring."""

import numpy as np

import treetop as tt
from fuelled import near
from treetop.validation.nutation_damper import craft, state


def test_it_is_the_body_and_the_joint_that_one_would_add():
    by_hand = craft([90.0, 100.0, 120.0])
    m = tt.Model("spinning hub")
    hub = m.add_body("hub", 500.0, [90.0, 100.0, 120.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    own = {"mass": 2.0, "stiffness": 0.5, "damping": 0.4}
    m.add_device("tube", tt.NutationDamper(hub.frame("tube", at=[1, 0, 0]), [0, 0, 1], **own))
    system, x = m.build(), np.array([0.1, -0.05, 1.0, 0.03, 0.02])
    rates = [s.evaluate(state(s, x)).speed_rates for s in (by_hand, system)]
    near(rates[0], rates[1], 1e-15)
    assert system.speed_labels == by_hand.speed_labels
