"""Eddy currents in a body that turns in a magnetic field.

    w       angular velocity of the body relative to the field
    B       magnetic field, T
    tensor  magnetic tensor of the body, S m⁴: induced dipole = tensor (w × B)

After N. Ortiz Gómez and S. J. I. Walker, Eddy currents applied to de-tumbling of space debris (Acta
Astronautica 114, 2015): the dipole (tensor (w × B)) meets the field. The torque does work
-(w × B) · tensor (w × B): it always brakes.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import cross


@kernel
def eddy_torque(tensor, w, B):
    """The torque on the body; all in the same axes, the tensor a symmetric matrix."""
    return cross(tensor @ cross(w, B), B)
