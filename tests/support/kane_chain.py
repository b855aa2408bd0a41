"""Particles on massless rods, by SymPy's `KanesMethod`."""

import sympy as sp
from sympy.physics.mechanics import KanesMethod, Particle, Point, ReferenceFrame, dynamicsymbols

m, g, l = sp.symbols("m g l")


def kane_chain(links: int) -> KanesMethod:
    """A chain whose coordinates are the angles of all rods from the vertical."""
    N, at = ReferenceFrame("N"), Point("O")
    q, u = dynamicsymbols(f"q:{links}"), dynamicsymbols(f"u:{links}")
    at.set_vel(N, 0)
    particles, loads = [], []
    for k in range(links):
        A = N.orientnew(f"A{k}", "Axis", [q[k], N.z])
        A.set_ang_vel(N, u[k] * N.z)
        end = at.locatenew(f"P{k}", l * A.x)
        end.v2pt_theory(at, N, A)
        particles.append(Particle(f"p{k}", end, m))
        loads.append((end, m * g * N.x))
        at = end
    method = KanesMethod(N, q, u, [a.diff() - b for a, b in zip(q, u, strict=True)])
    method.kanes_equations(particles, loads)
    return method
