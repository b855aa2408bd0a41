"""Problems whose answers are known: closed forms, published values, independent computations.

``treetop validate`` runs them and prints value, reference, difference and tolerance of each check.
A case is a module of this package with the case's name and a function ``checks()``.
"""

from treetop.validation.case import Case, Check

__all__ = ["CASES", "Case", "Check"]

_TWO_METHODS = "computed for Treetop by two unrelated methods"

CASES = {
    case.name: case
    for case in (
        Case(
            "torque-free-top",
            "Torque-free asymmetric top",
            "closed form in Jacobi elliptic functions; Landau & Lifshitz, Mechanics, §37",
        ),
        Case(
            "symmetric-top",
            "Nutation of a torque-free symmetric top",
            "closed form: two steady turns, about the momentum and about the axis",
        ),
        Case(
            "torque-free-brick",
            "Torque-free brick",
            f"NASA NESC check case; {_TWO_METHODS}",
        ),
        Case(
            "pendulum",
            "Physical pendulum at small and large amplitude",
            "closed form in elliptic integrals; IFToMM benchmark A01",
        ),
        Case(
            "double-pendulum",
            "Double pendulum",
            "Banerjee, Flexible Multibody Dynamics (2016), equations (1.19) and (1.20)",
        ),
        Case(
            "lagrange-top",
            "Nutation of Lagrange's top",
            "closed form: cubic in cos θ, period by the complete elliptic integral",
        ),
        Case("heavy-top", "Fast heavy top", _TWO_METHODS),
        Case(
            "floating-arm",
            "Free-floating arm of two links",
            f"zero momentum with prescribed joint angles; {_TWO_METHODS}",
        ),
        Case("hub-panels", "Free hub with two hinged panels", _TWO_METHODS),
        Case(
            "nutation-damper",
            "Spinning hub with a ball-in-tube nutation damper",
            f"eigenvalues of the linearised equations; {_TWO_METHODS}",
        ),
        Case(
            "changing-mass",
            "Bodies that lose mass: jet damping, rocket equation, pellets, a burn in orbit",
            "closed forms; conservation of momentum; long-double integration of the same equations",
        ),
        Case(
            "deployment",
            "Lines paid out and drawn in: a free craft, two booms, a heap, a crane",
            f"closed forms; Calkin & March (1989); {_TWO_METHODS}",
        ),
        Case(
            "growing-string",
            "Waves on a string that a ring draws out and in",
            "closed form: sines of logarithms",
        ),
        Case(
            "flexible-rocket",
            "Beams with thrust and with a flow in them: modes, flutter, steering, jet damping",
            f"Beal, AIAA J. 3 (1965), 486-494; Galerkin's method; closed forms; {_TWO_METHODS}",
        ),
        Case(
            "slosh",
            "Fuel that sloshes in an upright cylinder, and a burn with two slosh masses",
            "Abramson, NASA SP-106 (1966); long-double integration",
        ),
        Case(
            "tapered-beams",
            "Beams whose section changes along the length",
            "closed forms; Cranch and Adler (1956); rods integrated; Ritz",
        ),
        Case(
            "large-bending",
            "Beams and cables bent far, at rest: roll-up, 45-degree bend, weight, catenary",
            f"closed forms; Bathe & Bolourchi (1979); {_TWO_METHODS}",
        ),
        Case(
            "cable-frequencies",
            "Small motions of hanging and of spinning cables",
            f"closed forms by Bessel functions and Laguerre polynomials; {_TWO_METHODS}",
        ),
        Case(
            "folded-chain",
            "A folded chain falls: times and pull, with the number of rods",
            "closed form; Calkin and March (1989)",
        ),
        Case(
            "large-motion",
            "Beams in large motion: spin-up, flying spaghetti in plane and space, pendulum",
            f"Simo & Vu-Quoc (1986, 1988), with smooth loads; {_TWO_METHODS}",
        ),
        Case(
            "sliding",
            "Sliding: moving force and mass, beads on wires and cords, a trolley on a beam",
            f"series of Krylov and Timoshenko; closed forms; {_TWO_METHODS}",
        ),
        Case(
            "tethers",
            "Tethers in orbit: twenty lumps, a triangle that spins, a hub with spokes",
            f"closed forms; {_TWO_METHODS}",
        ),
        Case(
            "paid-out-tethers",
            "Tethers paid out and drawn in by given lengths, a reel and tension laws",
            f"closed forms; Rupp (1975), NASA TM X-64963; {_TWO_METHODS}",
        ),
        Case(
            "electrodynamic-tether",
            "A conducting tether in the field of a dipole",
            f"closed form; {_TWO_METHODS}",
        ),
        Case(
            "towed-cable",
            "A cable from a ship to an underwater vehicle",
            _TWO_METHODS,
        ),
        Case("kepler", "Kepler orbits", "closed form: Kepler's equation"),
        Case(
            "earth-rotation",
            "Rotation of the Earth, Sun and Moon, from tables",
            "IAU 2006/2000A by ERFA's c2t06a; DE440",
        ),
        Case(
            "gravity-gradient",
            "Librations of a rigid body in a circular orbit",
            "closed form; Hughes, Spacecraft Attitude Dynamics (1986)",
        ),
        Case(
            "gravity-field",
            "Gravity field of the Earth, EGM2008, and its gradient",
            "evaluated with 40 digits",
        ),
        Case(
            "moon-rotation",
            "Principal axes of the Moon, of its gravity field",
            "libration angles of JPL's DE421",
        ),
        Case(
            "small-bodies",
            "Orbits about a turning brick and about mascons",
            "closed forms: Nagy (1966); harmonics of two masses",
        ),
        Case(
            "orbit-drift",
            "Drift of an orbit about a flattened planet",
            "closed form to first order in J2; Kaula, Theory of Satellite Geodesy (1966)",
        ),
        Case(
            "magnetic-field",
            "Magnetic field of the Earth, WMM2025 and IGRF-14",
            "evaluated with 40 digits",
        ),
        Case(
            "harris-priester",
            "Density of the air after Harris and Priester",
            "Montenbruck & Gill, Satellite Orbits (2000), 3.5.2; a value of Orekit",
        ),
        Case(
            "eclipses",
            "Part of an orbit that is in shadow",
            "closed form for a shadow that is a cylinder",
        ),
        Case(
            "low-orbit-day",
            "A day in a low orbit with J2, turning air, and sunlight with penumbra",
            "long-double extrapolation with two step lengths, begun anew at all contacts",
        ),
        Case(
            "nesc-orbits",
            "Orbits and attitudes in the gravity field of the Earth",
            "NASA NESC orbital check cases 2 to 10 that need no other atmosphere; "
            "integration in inertial coordinates by other codes",
        ),
        Case(
            "dumb-bell",
            "Rigid dumb-bell of 20 km in a low orbit",
            f"{_TWO_METHODS}, with full gravity at both masses",
        ),
        Case(
            "cylinder",
            "Cylinder in a low orbit with gravity-gradient torque",
            f"NASA NESC orbital check case 10A geometry; {_TWO_METHODS}",
        ),
        Case(
            "orbital-scale",
            "Two free bodies on a soft spring, low orbit",
            "the same motion integrated in 34-digit arithmetic",
        ),
        Case(
            "two-body-spacecraft",
            "Two-body spacecraft over three orbits",
            "Schutte & Udwadia, J. Appl. Mech. 78 (2011) 021018, with the dashpot along the line; "
            "stretch and angle by velocity projection, for Treetop",
        ),
        Case(
            "formulations",
            "Two-body spacecraft by four other formulations",
            "as two-body-spacecraft; each formulation has its own equations of motion",
        ),
        Case(
            "cartesian-pendulum",
            "Pendulum in Cartesian coordinates",
            "IFToMM benchmark A01",
        ),
        Case(
            "n-four-bar",
            "Rows of 1 to 40 four-bar linkages through their flat position",
            "IFToMM benchmark A02; closed form in Jacobi elliptic functions",
        ),
        Case(
            "thousand-turns",
            "Four-bar linkage over a thousand turns of its crank",
            "energy is conserved",
        ),
        Case(
            "slider-crank",
            "Spatial slider-crank",
            _TWO_METHODS,
        ),
        Case(
            "andrews",
            "Andrews' squeezing mechanism, three loops",
            f"IFToMM benchmark A03; Hairer & Wanner, Solving ODEs II, VII.7; {_TWO_METHODS}",
        ),
        Case(
            "bricard",
            "Bricard's mechanism, over-constrained",
            f"IFToMM benchmark A04; {_TWO_METHODS}",
        ),
        Case(
            "flyball-governor",
            "Stiff flyball governor",
            f"IFToMM benchmark A05; {_TWO_METHODS}",
        ),
        Case(
            "release",
            "A ball leaves its string, and a sphere, where what holds it vanishes",
            "closed form: energy and the balance along the radius; time by quadrature",
        ),
        Case(
            "gyrostats",
            "Wheels in free bodies: steady, driven, slewing, coasting down",
            f"closed forms; {_TWO_METHODS}",
        ),
        Case(
            "attitude-actuators",
            "A control moment gyro, coils in a magnetic field, a wheel out of balance",
            f"closed forms; {_TWO_METHODS}",
        ),
        Case(
            "impacts",
            "Bounces, a stone that leaves a hill, a rod that strikes the floor",
            "closed forms; Hunt & Crossley, J. Appl. Mech. 42 (1975), 440-445; Routh, Dynamics of "
            "a System of Rigid Bodies, part 1",
        ),
        Case(
            "friction",
            "A block that sticks and slips on a belt, and Painlevé's rod",
            "closed forms; Painlevé, Comptes rendus 121 (1895), 112-115; three formulations",
        ),
        Case(
            "stage-separation",
            "Two stages pushed apart by springs, with tip-off",
            "closed form: a quarter of a period, the impulse formula; three formulations",
        ),
        Case(
            "docking",
            "Two free bodies that dock and come apart",
            "closed form: momentum and angular momentum of one rigid body; three formulations",
        ),
        Case(
            "booster-separation",
            "Boosters that pivot, slide and part",
            "Aslanov, Kruglov & Yuditsev, section 5, with masses of our own; equations of motion "
            "in a plane",
        ),
        Case(
            "array-deployment",
            "Geared wings of a solar array that unfold and latch",
            "closed form: time by quadrature, all energy of the springs lost",
        ),
        Case(
            "flexible-modes",
            "Modes of beams: frequencies, effective masses, costs, components, spin, buckling",
            "closed forms; rotating cantilever computed for Treetop by two unrelated methods; "
            "A. G. Greenhill (1881) for a column's own weight",
        ),
        Case(
            "structures",
            "Beams, plates and solids: frequencies and their convergence, statics, buckling",
            "closed forms; the method of Ritz; S. P. Timoshenko and J. M. Gere, "
            "Theory of Elastic Stability",
        ),
        Case(
            "rotating-cantilever",
            "A cantilever on a spinning hub: flap, lag, and lag with stretching",
            "Yoo & Shin, J. Sound Vib. 212 (1998), 807-828 (equations); tabulated from these by "
            "two methods",
        ),
        Case(
            "spin-up-beam",
            "A beam spun up to 6 rad/s in 15 s",
            "Kane, Ryan & Banerjee, J. Guidance 10 (1987), 139-151; Simo & Vu-Quoc, J. Sound Vib. "
            f"119 (1987), 487-508; largest lag {_TWO_METHODS}; closed forms",
        ),
        Case(
            "flexible-limits",
            "Flexible bodies in small motion, at rest, whirling, and very stiff",
            "the same finite elements integrated directly; closed forms; the elastica, in elliptic "
            "integrals",
        ),
        Case(
            "flexible-flight",
            "Flexible trees and loops that fly free",
            "energy, momentum and angular momentum are conserved",
        ),
        Case(
            "flexible-trees",
            "A hundred random trees and mechanisms with flexible bodies",
            "three formulations that share no equation of motion; power is the rate of energy",
        ),
        Case(
            "beam-pendulum",
            "A soft beam that swings down, as one body, several, and a chain of rods",
            "the limit of chains of rigid rods with springs between them",
        ),
        Case(
            "linear-models",
            "Linear models: a sampled loop, two hubs and a beam, a pitch wheel in orbit, a gimbal",
            f"closed forms; the continuous beam; librations {_TWO_METHODS}",
        ),
        Case(
            "sampled-slew",
            "Slew with three wheels by sampled feedback, alone and in an orbit with J2",
            f"{_TWO_METHODS}; Basilisk agrees to 1e-15",
        ),
        Case(
            "sampled-pd",
            "One axis under sampled control, commands at once or late",
            "exact sequence of a double integrator with a held torque",
        ),
        Case(
            "limit-cycle",
            "Limit cycle within a dead band by thruster pulses",
            "closed form: parabolas and straight lines in the phase plane",
        ),
        Case(
            "pulse-modulator",
            "Pulse-width pulse-frequency modulator",
            "closed form; Wie, Space Vehicle Dynamics and Control (1998), 7.4",
        ),
        Case(
            "detumbling",
            "A sphere that tumbles in a magnetic field",
            "closed form: exponential decay across the field",
        ),
        Case(
            "thermal-mode",
            "Boom heated on one side: oscillation after sudden heat, boundary of flutter",
            "closed forms; Boley, Journal of the Aeronautical Sciences 23 (1956), 179-181",
        ),
        Case(
            "thermal-boom",
            "Boom of beams in sunlight: thermal bending, snap and flutter",
            "closed forms; Boley, Journal of the Aeronautical Sciences 23 (1956), 179-181",
        ),
        Case(
            "gyro-noise",
            "Noise of gyros, and of steps",
            "closed form; Farrenkopf, J. Guidance and Control 1 (1978), 282-284",
        ),
        Case(
            "sensitivities",
            "Derivatives of runs by numbers of the model, fits and optima",
            "closed forms: pendulum, bouncing ball, swing with dry friction, oscillator",
        ),
        Case(
            "convergence",
            "Order of convergence of the integrators",
            "Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, II.5 and II.6",
        ),
    )
}
