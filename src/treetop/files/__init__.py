"""The one way in which files are read: ordinary files alone, no larger than they may be, whole as
their seal says, without references to other files; whatever is wrong is reported as one of our
errors.

    ordinary   files of the system: no pipes, devices and folders; names below a folder
    seal       a checksum at the end of the files that Treetop writes
    npz        arrays in NumPy's archives
    hdf5       HDF5 and NetCDF, looked over before anything in them is followed
"""

from treetop.files.ordinary import (
    Refusal,
    content_of,
    opened,
    placed_below,
    problems_in,
    reading,
    refusal_of,
)
from treetop.files.seal import SEAL, is_sealed, require_seal, sealed

__all__ = [
    "SEAL",
    "Refusal",
    "content_of",
    "is_sealed",
    "opened",
    "placed_below",
    "problems_in",
    "reading",
    "refusal_of",
    "require_seal",
    "sealed",
]
