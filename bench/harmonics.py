"""One evaluation of a gravity field of degree 8 and 20, against loops written for one degree, and
against Basilisk.

The floor is the quicker of two: the textbook's recursion (Montenbruck and Gill 2000, section 3.2)
for normalised functions, row by row in arrays that are kept; and the recursion of our own kernel
with its degree known to the compiler.  The first takes every liberty of fast-math; the second is
quicker with the one that kernels take.  Basilisk's evaluation is a call of its gravity model less
a call with degree 0, which leaves out what it takes to come from Python.
"""

import functools

import numba as nb
import numpy as np
from Basilisk.simulation import sphericalHarmonicsGravityModel

from treetop.core.compiler import kernel
from treetop.core.environment.harmonics import perturbation, perturbation_and_gradient
from treetop.core.forces.gravity import central_field
from treetop.core.spatial import Vec3
from treetop.environment.gravity_fields import field

from .timing import Figure, least_times

TIMES, PYTHON_TIMES, REPEATS = 1000, 300, 101
PLACE = -4292653.41, 955168.47, 5139356.57
flat = nb.njit(fastmath=True, error_model="numpy")
contracted = nb.njit(fastmath={"contract"}, error_model="numpy")


def figures():
    for degree in (8, 20):
        yield from _compared(degree, _spent(degree))


def _spent(degree):
    """The least time of each contender, all of which agree."""
    earth = field("EGM2008", degree)
    x, tables, rows = Vec3(*PLACE), earth.tables(), textbook_tables(earth)
    textbook, specialised = textbook_for(degree), specialised_for(degree)
    work = np.zeros((2, degree + 2, degree + 2))
    theirs, still = basilisk(earth), basilisk(earth.to_degree(0))
    own = np.array(perturbation(tables, x, degree))
    whole = own + central_field(earth.mu, x)
    _agree(specialised(1, *PLACE, tables), own)
    _agree(textbook(1, *PLACE, rows, work), whole)
    _agree(np.ravel(theirs.computeField(column())), whole)
    contenders = {
        "ours": lambda: ours(TIMES, tables, x, degree),
        "with gradient": lambda: ours_with_gradient(TIMES, tables, x, degree),
        "textbook": lambda: textbook(TIMES, *PLACE, rows, work),
        "specialised": lambda: specialised(TIMES, *PLACE, tables),
        "Basilisk": lambda: call(theirs),
        "Basilisk, degree 0": lambda: call(still),
    }
    return least_times(contenders, REPEATS)


def _agree(other, whole):
    if np.abs(np.array(other) - whole).max() > 1e-13 * np.abs(whole).max():
        raise ValueError(f"{other} is not {whole}")


def _compared(degree, spent):
    per = {name: time / TIMES * 1e6 for name, time in spent.items()}
    floor = min(per["textbook"], per["specialised"])
    evaluation = (spent["Basilisk"] - spent["Basilisk, degree 0"]) / PYTHON_TIMES * 1e6
    name = f"harmonics, degree {degree}"
    note = f"textbook {per['textbook']:.3f}, specialised {per['specialised']:.3f} µs"
    yield Figure(f"{name}: acceleration", per["ours"], "µs")
    yield Figure(f"{name}: with gradient", per["with gradient"], "µs")
    yield Figure(f"{name}: ours / floor", per["ours"] / floor, at_most=1.2, note=note)
    note = f"Basilisk {evaluation:.3f} µs"
    yield Figure(f"{name}: Basilisk / ours", evaluation / per["ours"], at_least=1.5, note=note)


# --- ours -------------------------------------------------------------------------------


@kernel
def ours(times, tables, x, degree):
    """The sum of many accelerations, each at a place of its own."""
    total = Vec3(0.0, 0.0, 0.0)
    for i in range(times):
        place = Vec3(x.x + i, x.y, x.z)
        total = total + perturbation(tables, place, degree)
    return total


@kernel
def ours_with_gradient(times, tables, x, degree):
    """The sum of many accelerations and gradients."""
    total, trace = Vec3(0.0, 0.0, 0.0), 0.0
    for i in range(times):
        a, G = perturbation_and_gradient(tables, Vec3(x.x + i, x.y, x.z), degree)
        total, trace = total + a, trace + G.xx + G.xy + G.xz + G.yy + G.yz
    return total, trace


# --- floors -----------------------------------------------------------------------------


def textbook_tables(earth):
    """Coefficients, that of degree 0 too, and factors of the recursion and of the sums."""
    N = earth.degree
    C, S = earth.C.copy(), earth.S.copy()
    C[0, 0] = 1.0
    n, m = (part.astype(float) for part in np.indices((N + 2, N + 2)))
    with np.errstate(all="ignore"):
        a = np.sqrt((4 * n * n - 1) / (n * n - m * m))
        b = np.sqrt((2 * n + 1) * (n + m - 1) * (n - m - 1) / ((n * n - m * m) * (2 * n - 3)))
    diagonal = np.sqrt((2 * n[:, 0] + 1) / np.maximum(2 * n[:, 0], 1))
    diagonal[1] = np.sqrt(3.0)
    n, m = n[: N + 1, : N + 1], m[: N + 1, : N + 1]
    below = np.sqrt((2 * n + 1) / (2 * n + 3))
    up = 0.5 * below * np.sqrt((n + m + 1) * (n + m + 2))
    up[:, 0] *= np.sqrt(2.0)
    down = 0.5 * below * np.sqrt(np.maximum((n - m + 1) * (n - m + 2), 0))
    down[:, 1] *= np.sqrt(2.0)
    along = below * np.sqrt(np.maximum((n + m + 1) * (n - m + 1), 0))
    clean = [np.where(np.isfinite(part), part, 0.0) for part in (a, b)]
    return earth.mu, earth.radius, C, S, *clean, diagonal, up, down, along


@functools.cache
def textbook_for(degree):
    """The textbook's recursion for one degree; point mass included."""
    N = degree

    @flat
    def textbook(times, x0, y0, z0, rows, work):
        mu, R, C, S, a, b, diagonal, up, down, along = rows
        V, W = work[0], work[1]
        sx = sy = sz = 0.0
        for i in range(times):
            x, y, z = x0 + i, y0, z0
            q = R / (x * x + y * y + z * z)
            X, Y, Z, rho2 = q * x, q * y, q * z, q * R
            V[0, 0], W[0, 0] = np.sqrt(rho2), 0.0
            for n in range(1, N + 2):
                d = diagonal[n]
                V[n, n] = d * (X * V[n - 1, n - 1] - Y * W[n - 1, n - 1])
                W[n, n] = d * (X * W[n - 1, n - 1] + Y * V[n - 1, n - 1])
                V[n, n - 1] = a[n, n - 1] * Z * V[n - 1, n - 1]
                W[n, n - 1] = a[n, n - 1] * Z * W[n - 1, n - 1]
                for m in range(n - 1):
                    V[n, m] = a[n, m] * Z * V[n - 1, m] - b[n, m] * rho2 * V[n - 2, m]
                    W[n, m] = a[n, m] * Z * W[n - 1, m] - b[n, m] * rho2 * W[n - 2, m]
            ax = ay = az = 0.0
            for n in range(N + 1):
                ax -= up[n, 0] * C[n, 0] * V[n + 1, 1]
                ay -= up[n, 0] * C[n, 0] * W[n + 1, 1]
                az -= along[n, 0] * C[n, 0] * V[n + 1, 0]
                for m in range(1, n + 1):
                    c, s = C[n, m], S[n, m]
                    u, d = up[n, m], down[n, m]
                    ax += d * (c * V[n + 1, m - 1] + s * W[n + 1, m - 1])
                    ax -= u * (c * V[n + 1, m + 1] + s * W[n + 1, m + 1])
                    ay += d * (s * V[n + 1, m - 1] - c * W[n + 1, m - 1])
                    ay += u * (s * V[n + 1, m + 1] - c * W[n + 1, m + 1])
                    az -= along[n, m] * (c * V[n + 1, m] + s * W[n + 1, m])
            k = mu / (R * R)
            sx, sy, sz = sx + k * ax, sy + k * ay, sz + k * az
        return sx, sy, sz

    return textbook


@functools.cache
def specialised_for(degree):
    """Our own recursion, with the degree of the tables known to the compiler."""
    N, M = degree, degree + 2

    @contracted
    def specialised(times, x0, y0, z0, tables):
        mu, R, first = tables.constants[0], tables.constants[1], tables.first
        sx = sy = sz = 0.0
        for i in range(times):
            x, y, z = x0 + i, y0, z0
            q = R / (x * x + y * y + z * z)
            X, Y, Z, rho2 = q * x, q * y, q * z, q * R
            xa = xb = ya = yb = za = zb = 0.0
            for m in range(N + 1, -1, -1):
                k = nb.uint64(7 * ((M - m) * (M - m + 1) // 2))
                G, before = 1.0, 0.0
                xc = xs = yc = ys = zc = zs = 0.0
                for _ in range(N - m + 2):
                    xc += first[k + nb.uint64(1)] * G
                    yc += first[k + nb.uint64(2)] * G
                    zc += first[k + nb.uint64(3)] * G
                    xs += first[k + nb.uint64(4)] * G
                    ys += first[k + nb.uint64(5)] * G
                    zs += first[k + nb.uint64(6)] * G
                    G, before = first[k] * Z * G - rho2 * before, G
                    k += nb.uint64(7)
                xa, xb = xc + X * xa + Y * xb, xs + X * xb - Y * xa
                ya, yb = yc + X * ya + Y * yb, ys + X * yb - Y * ya
                za, zb = zc + X * za + Y * zb, zs + X * zb - Y * za
            k = mu * np.sqrt(rho2) / (R * R)
            sx, sy, sz = sx + k * xa, sy + k * ya, sz + k * za
        return sx, sy, sz

    return specialised


# --- Basilisk ---------------------------------------------------------------------------


def basilisk(earth):
    """Its gravity model with the same coefficients."""
    C = [list(map(float, row[: n + 1])) for n, row in enumerate(earth.C)]
    C[0][0] = 1.0
    model = sphericalHarmonicsGravityModel.SphericalHarmonicsGravityModel()
    model.cBar, model.maxDeg = C, earth.degree
    model.sBar = [list(map(float, row[: n + 1])) for n, row in enumerate(earth.S)]
    model.muBody, model.radEquator = earth.mu, earth.radius
    model.initializeParameters()
    return model


def column():
    return [[value] for value in PLACE]


def call(model):
    place, evaluate = column(), model.computeField
    for _ in range(PYTHON_TIMES):
        evaluate(place)
