"""What a model has to add robots from files of other tools."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

from treetop.model.body import GROUND

if TYPE_CHECKING:
    from treetop.model.joints import JointKind
    from treetop.model.model import Model


class WithRobots:
    """A model that robots are added to."""

    def add_urdf(
        self,
        path: str | os.PathLike[str],
        on: Any = GROUND,
        prefix: str = "",
        *,
        joint: JointKind | None = None,
        stop_stiffness: Any = None,
        stop_damping: Any = 0,
        packages: str | os.PathLike[str] | None = None,
        strict: bool = False,
    ) -> dict[str, Any]:
        """Add the robot in a URDF file: links as bodies, or frames where they have no mass and are
        fixed.

        Parameters
        ----------
        path : path
        on : Frame, Body or str
            What its root link is joined to.
        prefix : str
            Begins the names of its parts: ``"arm"`` makes ``arm_elbow`` of the joint ``elbow``.
        joint : JointKind, optional
            How the root link moves, such as ``Free()``; it is fixed unless said.
        stop_stiffness, stop_damping : number
            Of stops at the limits of joints: N m/rad and N m s/rad, of slides N/m and N s/m.
            Limits are only noted without a stiffness.
        packages : path, optional
            The folder in which ``package://`` names are, or that of one package. Other meshes are
            read from the folder of the file and below.
        strict : bool
            Whether to refuse inertias that no body can have, rather than take the nearest one.

        Returns
        -------
        dict of Frame and Body
            The frame of each link, by its name in the file.

        Warns
        -----
        UserWarning
            Of all that the file says and the model does not.
        """
        from treetop.formats.urdf.reader import Options, add_urdf
        from treetop.formats.xml import read_xml

        model = cast("Model", self)
        frame = model.frame(getattr(on, "reference", on))
        stops = {"stop_stiffness": stop_stiffness, "stop_damping": stop_damping}
        options = Options(frame, prefix, joint, **stops, packages=packages, strict=strict)
        frames, notes = add_urdf(model, path, read_xml(path), options)
        notes.warn(stacklevel=2)
        return frames

    def add_mjcf(
        self,
        path: str | os.PathLike[str],
        on: Any = GROUND,
        prefix: str = "",
        *,
        stop_stiffness: Any = None,
        stop_damping: Any = 0,
        contact_stiffness: Any = None,
        contact_damping: Any = 0,
    ) -> dict[str, Any]:
        """Add the bodies, joints, constraints and actuators of an MJCF file, which MuJoCo compiles.

        Parameters
        ----------
        path, on, prefix, stop_stiffness, stop_damping
            As in `add_urdf`; ``on`` is what stands for the file's world. Included files and meshes
            are read from the folder of the file and below.
        contact_stiffness, contact_damping : number
            Of `Contact` between spheres, capsules and planes that may touch in MuJoCo: N/m^1.5 and
            s/m. Without a stiffness nothing touches.

        Returns
        -------
        dict of Frame and Body
            The frame of each body, by its name in the file.

        Warns
        -----
        UserWarning
            Of all that the file says and the model does not. Gravity is left to this model.
        """
        from treetop.formats.mjcf.reader import Options, add_mjcf
        from treetop.formats.xml import read_xml

        model = cast("Model", self)
        frame = model.frame(getattr(on, "reference", on))
        chosen = Options(
            frame, prefix, stop_stiffness, stop_damping, contact_stiffness, contact_damping, False
        )
        frames, notes = add_mjcf(model, path, read_xml(path), chosen)
        notes.warn(stacklevel=2)
        return frames
