"""The gravity field of the Earth: accelerations of EGM2008 and their gradient, evaluated with 40
digits, also near the pole.
"""

import math

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.environment.harmonics import perturbation, perturbation_and_gradient
from treetop.core.spatial import Vec3
from treetop.environment.gravity_fields import field
from treetop.validation.case import Check, componentwise

P1, P2, P4 = (
    (6778137.0, 0.0, 0.0),
    (-4292653.41, 955168.47, 5139356.57),
    (100.0, 200.0, 6900000.0),
)
ACCELERATIONS = (
    ("P1, degree 2", P1, 2, (-8.6885352424492415, -4.16622345378642658e-5, -6.147415162109791e-9)),
    ("P1, degree 8", P1, 8, (-8.6884956589036377, -3.7867352933014656e-5, 2.4219004819566898e-5)),
    ("P2, degree 8", P2, 8, (5.5139606756150116, -1.2268500493139634, -6.6205793119657316)),
    ("near a pole, degree 8", P4, 8,
     (-4.5515916949258843e-5, -2.4678462746686986e-4, -8.3490919048603591)),
    ("P2, degree 20", P2, 20, (5.5139809766692547, -1.2268476517789874, -6.6205538531588678)),
)  # fmt: skip
PARTS = ("xx", "xy", "xz", "yy", "yz", "zz")
GRADIENT = (
    2.604359737095634e-7, -3.437329368150302e-7, -1.858545368840561e-6,
    -1.207993880176183e-6, 4.134680590650949e-7, 9.475579064666195e-7,
)  # fmt: skip


def checks() -> list[Check]:
    egm = field("EGM2008", 20)
    tables, found = egm.tables(), []
    with interpreted():
        for name, place, degree, reference in ACCELERATIONS:
            x = Vec3(*place)
            a = np.array(perturbation(tables, x, degree)) + _point_mass(egm.mu, x)
            found += componentwise(f"{name}:", "xyz", a, reference, 4e-15, "m/s²")
        _, G = perturbation_and_gradient(tables, Vec3(*P2), 8)
        pole = perturbation(tables, Vec3(0.0, 0.0, 6.9e6), 20)
    whole = np.array(G) + _point_gradient(egm.mu, Vec3(*P2))
    found += [
        Check(f"gradient at P2, {name}", value, reference, 4e-21, "1/s²")
        for name, value, reference in zip(PARTS, whole.tolist(), GRADIENT, strict=True)
    ]
    return [*found, Check("at the pole, z", pole.z, _above(egm, 6.9e6, 20), 1e-15, "m/s²")]


def _point_mass(mu: float, x: Vec3) -> np.ndarray:
    r = math.sqrt(x.x**2 + x.y**2 + x.z**2)
    return -mu / r**3 * np.array(x)


def _point_gradient(mu: float, x: Vec3) -> np.ndarray:
    p = np.array(x)
    r = np.linalg.norm(p)
    G = mu / r**3 * (3.0 * np.outer(p, p) / r**2 - np.eye(3))
    return G[np.triu_indices(3)]


def _above(coefficients, z: float, degree: int) -> float:  # type: ignore[no-untyped-def]
    """On the axis only zonal terms act: ∂/∂z of μ/R Σ √(2n+1) C̄_n0 (R/z)^(n+1)."""
    n = np.arange(2, degree + 1)
    terms = (
        np.sqrt(2 * n + 1)
        * coefficients.C[2 : degree + 1, 0]
        * (n + 1)
        * (coefficients.radius / z) ** n
    )
    return float(-coefficients.mu / z**2 * terms.sum())
