"""Principal axes of the Moon, in which its gravity field is given.

IAU 2015 turns the mean-Earth axes; a fixed rotation leads from there to the principal axes.  The
reference are the angles of libration of JPL's DE421, as the binary kernel
``moon_pa_de421_1900-2050.bpc`` of NAIF has them.  The theory of the IAU is a short series, good to
150 m on the surface, 18 arcsec; without the fixed rotation axes would be 104 arcsec apart.
"""

import erfa
import numpy as np

from treetop.environment.epoch import Epoch
from treetop.environment.frames import rotation_matrices
from treetop.environment.gravity_fields import field
from treetop.environment.rotation import moon_rotation
from treetop.validation.case import Check

LIBRATION = {  # node, inclination and angle of rotation in the axes of the ICRF, rad
    "2010-01-01": (0.06342024164874183, 0.40015189812480295, 4.915542354291183),
    "2015-05-05": (0.01016595168763061, 0.43536955453778364, 1.0190283329556067),
    "2020-03-01": (-0.06828407064239217, 0.41296849044511896, 4.175516636257164),
    "2026-07-01": (0.032601130393125365, 0.38441567094133133, 1.9343081917492242),
    "2030-01-15": (0.067108206826792, 0.4128828818879536, 4.1754121484116595),
}
ARCSEC = np.pi / 648000.0


def checks() -> list[Check]:
    found = []
    for date, (node, tilt, angle) in LIBRATION.items():
        epoch = Epoch(f"{date}T00:00:00 TDB")
        (fixed,) = rotation_matrices(moon_rotation(epoch, 1e5), 0.0)
        reference = erfa.rz(angle, erfa.rx(tilt, erfa.rz(node, np.eye(3))))
        apart = field("GRGM900C").axes @ fixed @ reference.T
        away = np.linalg.norm(apart - apart.T) / np.sqrt(8.0) / ARCSEC
        found.append(Check(f"{date}: principal axes, off by", float(away), 0.0, 18.0, "arcsec"))
    return found
