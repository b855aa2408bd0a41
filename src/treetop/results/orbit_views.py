"""What a run shows of orbits and attitudes: methods of `Run`.

The modules behind them are imported when they are first called: few runs are in orbit.
"""

from __future__ import annotations

from typing import Any

import xarray as xr


class OrbitViews:
    """Orbits, attitudes in their local axes, ground tracks and pointing of a run."""

    def orbit(self: Any, of: Any) -> xr.Dataset:
        """Osculating elements of a body's origin, or a frame's: ``run.orbit("bus").eccentricity``.

        Semi-major axis (negative for hyperbolas), eccentricity, inclination, node, periapsis,
        anomalies, argument of latitude, semi-latus rectum and period; inertial axes.  Where one is
        not determined, `treetop.environment.orbits` says what it is.
        """
        from treetop.results.orbits import orbit

        return orbit(self, of)

    def attitude(
        self: Any, of: Any, frame: str = "lvlh", angles: str | None = "zyx", epoch: Any = None
    ) -> xr.DataArray:
        """The attitude of a body or frame relative to other axes.

        Parameters
        ----------
        of : frame, body or str
        frame : str
            ``"lvlh"`` (x forward, y against the orbit normal, z down) or ``"rtn"`` (radial,
            transverse, normal), both of its own orbit; ``"inertial"``; ``"fixed"`` to the planet.
        angles : str or None
            The order of three turns that lead from those axes to the body's, each about an axis
            where the turns before have brought it: ``"zyx"`` is yaw, pitch, roll; None gives
            the quaternion.
        epoch : optional
            For planet-fixed axes, if the model has none.

        Returns
        -------
        xarray.DataArray
            Along ``time`` and ``angle``, rad, or ``component``.
        """
        from treetop.results.orbits import attitude

        return attitude(self, of, frame, angles, epoch)

    def ground_track(self: Any, of: Any, epoch: Any = None) -> xr.Dataset:
        """Geodetic ``latitude`` and ``longitude``, rad, and ``height``, m."""
        from treetop.results.orbits import ground_track

        return ground_track(self, of, epoch)

    def beta_angle(self: Any, of: Any, epoch: Any = None) -> xr.DataArray:
        """The angle of the Sun above the plane of the orbit, rad, positive on the side of the
        orbit normal."""
        from treetop.results.orbits import beta_angle

        return beta_angle(self, of, epoch)

    def pointing_error(
        self: Any, of: Any, axis: Any, target: Any, epoch: Any = None
    ) -> xr.DataArray:
        """The angle between an axis of a body or frame and the direction to a target, rad.

        Parameters
        ----------
        of : frame, body or str
        axis : 3 numbers
            In its axes.
        target : str, frame or 3 numbers
            ``"nadir"``, ``"zenith"``, ``"velocity"``, ``"normal"``; ``"sun"``, ``"moon"`` or a
            planet; a body or frame of the model; a direction in inertial axes.
        epoch : optional
            For celestial bodies, if the model has none.
        """
        from treetop.results.orbits import pointing_error

        return pointing_error(self, of, axis, target, epoch)
