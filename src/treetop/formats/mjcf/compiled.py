"""A model that MuJoCo compiled, read in its own tables.

MuJoCo's parser is asked for because it alone says what defaults, Euler sequences, inertias from
geometry and fixed frames of a file amount to. It is the extra ``mjcf`` of the package.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.files import reading, refusal_of
from treetop.formats.mjcf.source import Source
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import Pose
from treetop.model.rotation import matrix

LIMITS = {"nbody": 20_000, "njnt": 20_000, "ngeom": 100_000}


class Table(NamedTuple):
    """The compiled model, and names of its parts by sort and number."""

    m: Any
    mujoco: Any

    def name(self, sort: str, number: int) -> str:
        """The name of a part, or its sort and number."""
        kind = getattr(self.mujoco.mjtObj, f"mjOBJ_{sort.upper()}")
        return self.mujoco.mj_id2name(self.m, kind, int(number)) or f"{sort}_{number}"

    def kind(self, enumeration: str, prefix: str, value: int) -> str:
        """The word of a number of an enumeration, in small letters."""
        found = getattr(self.mujoco, enumeration)(int(value)).name
        return str(found).removeprefix(prefix).lower()


def compiled(source: Source, path: str | os.PathLike[str], notes: Notes) -> Table:
    """The model that MuJoCo makes of a text; what it warns of is noted."""
    try:
        import mujoco
    except ImportError:
        raise TreetopError(
            f"{path}: MJCF files are compiled by MuJoCo, which is not installed; "
            "pip install treetop[mjcf]"
        ) from None
    refusal = refusal_of(path, "a file that MuJoCo compiles")
    with reading(refusal):
        with _warnings_noted(mujoco, notes):
            m = mujoco.MjModel.from_xml_string(source.text, source.assets)
        for name, most in LIMITS.items():
            if getattr(m, name) > most:
                raise refusal(
                    f"has {getattr(m, name)} parts of a sort, and at most {most} are read"
                )
        for name in ("body_pos", "body_quat", "body_mass", "body_inertia", "jnt_pos", "qpos0"):
            if not np.isfinite(getattr(m, name)).all():
                raise refusal("has numbers that are not finite")
    return Table(m, mujoco)


@contextmanager
def _warnings_noted(mujoco: Any, notes: Notes) -> Iterator[None]:
    """Note warnings of MuJoCo, which else writes them to a log in the working folder."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda text: notes.add(f"MuJoCo warns: {text}"))
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)


def pose(position: np.ndarray, quaternion: np.ndarray) -> Pose:
    """A pose from MuJoCo's numbers."""
    R = matrix(tuple(unit(quaternion)))
    return Pose(np.array(position, dtype=float), np.array(R, dtype=float))


def unit(quaternion: np.ndarray) -> list[float]:
    """A quaternion of length one to the last digit, as models take it."""
    q = np.array(quaternion, dtype=float)
    return (q / np.linalg.norm(q)).tolist()  # type: ignore[no-any-return]
