"""Proportional, integral and derivative feedback of an error e = target - input, with limits.

Where the output is at a limit, an error that drives it further is not integrated.

    z input, then as far as they are read: rate, target, rate of the target
    x integral of the error, error of the sample before, whether it is known
    p gains (3), period, lowest and highest output, whether rate, target and its rate are read (3),
      target if it is not read
"""

from treetop.core.compiler import kernel


@kernel
def clipped(value, lowest, highest):
    return min(max(value, lowest), highest)


@kernel
def output_of(error, integral, rate, p):
    """The output without limits."""
    return p[0] * error + p[1] * integral + p[2] * rate


@kernel
def winds_up(raw, output, push):
    """Whether what is added to an output at its limit leads further beyond."""
    return (raw - output) * push > 0.0


@kernel
def errors_of(z, p):
    """The error, and its rate as far as that is read."""
    k, rate, target, target_rate = 1, 0.0, p[9], 0.0
    if p[6] > 0.0:
        k, rate = k + 1, z[k]
    if p[7] > 0.0:
        k, target = k + 1, z[k]
    if p[8] > 0.0:
        target_rate = z[k]
    return target - z[0], target_rate - rate


@kernel
def pid(z, x, p, u):
    error, rate = errors_of(z, p)
    known = rate if p[6] > 0.0 else (error - x[1]) / p[3] if x[2] > 0.0 else 0.0
    integral = x[0] + p[3] * error
    raw = output_of(error, integral, known, p)
    output = clipped(raw, p[4], p[5])
    if not winds_up(raw, output, p[1] * error):
        x[0] = integral
    x[1], x[2] = error, 1.0
    for i in range(u.size):
        u[i] = output
