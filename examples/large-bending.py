"""A boom of 10 m is spun up so fast that it bends by half its length, and springs back."""

import treetop as tt

LENGTH, MASS, STIFFNESS = 10.0, 1.2, 1400.0  # m, kg/m, N m²
RATE, RISE = 1.5, 5.0  # of the base in the end, rad/s, and the time until then, s


def driven(t):
    """The angle whose rate rises smoothly and then stays, and its first two rates."""
    s = min(t / RISE, 1.0)
    angle = RATE * RISE * s**4 * (2.5 + s * (s - 3.0)) + RATE * max(t - RISE, 0.0)
    rate = RATE * s**3 * (10.0 + s * (6.0 * s - 15.0))
    return angle, rate, RATE / RISE * 30.0 * s**2 * (1.0 - s) ** 2


def boom(elements: int = 16) -> tt.Model:
    """A boom that bends in the plane in which its base turns."""
    m = tt.Model("large bending")
    line = tt.Beam(
        length=LENGTH, mass_per_length=MASS, EI=[None, STIFFNESS], elements=elements, radius=0.05
    )
    m.add_joint("base", tt.Revolute([0, 0, 1]), m.ground, m.add_beam("boom", line))
    m.add_constraint("drive", tt.Prescribed("base.angle", function=driven, breaks=[RISE]))
    return m


if __name__ == "__main__":
    run = tt.simulate(boom().build(), duration=10, every=0.05)
    print(run.discretisation(halvings=2))
