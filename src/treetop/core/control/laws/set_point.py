"""A set-point that moves: along a table, or smoothly from one value to another.

u commands, which get the value; value, rate, acceleration
p shape, and then: of a smooth move begin, duration, first and last value; of a table how many
  times, the times, the values
"""

from treetop.core.compiler import kernel

SMOOTH, LINEAR, HOLD = range(3)


@kernel
def smooth(s):
    """The way from 0 to 1 with rate and acceleration zero at both ends, and its two rates."""
    if s <= 0.0 or s >= 1.0:
        return (0.0 if s <= 0.0 else 1.0), 0.0, 0.0
    way = s * s * s * (10.0 + s * (6.0 * s - 15.0))
    return way, 30.0 * s * s * (1.0 - s) * (1.0 - s), 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)


@kernel
def tabulated(t, count, p, stepwise):
    """The value of a table and its rate; p has its times and values."""
    if t < p[0]:
        return p[count], 0.0
    for k in range(count - 1):
        if t < p[k + 1]:
            slope = 0.0 if stepwise else (p[count + k + 1] - p[count + k]) / (p[k + 1] - p[k])
            return p[count + k] + slope * (t - p[k]), slope
    return p[2 * count - 1], 0.0


@kernel
def set_point(t, p, u):
    first, bend = u.size - 3, 0.0
    if p[0] == SMOOTH:
        way, speed, curve = smooth((t - p[1]) / p[2])
        value, rate = p[3] + (p[4] - p[3]) * way, (p[4] - p[3]) * speed / p[2]
        bend = (p[4] - p[3]) * curve / (p[2] * p[2])
    else:
        value, rate = tabulated(t, int(p[1]), p[2:], p[0] == HOLD)
    for i in range(first):
        u[i] = value
    u[first], u[first + 1], u[first + 2] = value, rate, bend
