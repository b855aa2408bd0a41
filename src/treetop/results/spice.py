"""Motions as kernels of SPICE, by spiceypy.

Four files of one name: places and velocities of bodies (SPK, type 13: Hermite interpolation between
samples), their attitudes and angular velocities with their rates (CK, type 5: the same), the clock
that attitudes are counted by (SCLK), and the names of bodies and of their axes (FK).  The inertial
axes are those that SPICE calls J2000, which are of the ICRF; lengths are km; times TDB.

A run that jumps at an instant, as at an impact, has two samples there: segments end and begin anew.
"""

from __future__ import annotations

import itertools
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from treetop.environment.epoch import J2000, Epoch
from treetop.environment.spk import NAIF
from treetop.errors import TreetopError
from treetop.files.whole import write_whole
from treetop.model.environment.central_body import central_body

if TYPE_CHECKING:
    from treetop.results.run import Run

FRAME = "J2000"
KM = 1e-3
TICKS = 1_000_000  # of the clock, in a second
LAST_TICK = 4.0e15
INSTANT = 1e-6  # s: times in one number are rounded to 1e-7 s
WINDOW = 4  # samples that a polynomial goes through, with their rates: of degree 7
WITH_RATES = 2  # how a kernel of attitudes has its packets: all with their rates
NAME, AXES = 36, 26  # letters that SPICE takes for a body, and for axes as a part of other words
KINDS = (".bsp", ".bc")
_DAY = 86400.0


class Track(NamedTuple):
    """How one body moves, as SPICE has it."""

    number: int
    axes: int  # number of its frame
    name: str
    frame: str
    states: np.ndarray  # (n, 6), km and km/s
    # (n, 14): the quaternion from inertial axes to those of the body, scalar first, its rate; the
    # angular velocity in inertial axes, rad/s, its rate
    attitudes: np.ndarray

    @property
    def rates(self) -> np.ndarray:
        return self.attitudes[:, 8:11]


class Kernels(NamedTuple):
    """All that goes into the files."""

    tracks: list[Track]
    times: np.ndarray  # s of TDB from J2000
    pieces: list[slice]  # of samples, from one jump to the next
    start: float  # of the clock, s of TDB from J2000
    centre: int
    clock: int


def write_spice(
    run: Run,
    path: str | os.PathLike[str],
    bodies: tuple[str, ...] = (),
    spacecraft: int = -900,
    centre: int | None = None,
    epoch: Any = None,
) -> list[Path]:
    """Write the kernels of a run beside one another; the files that were written."""
    spice = _spiceypy()
    path = Path(path)
    if path.suffix not in KINDS:
        raise TreetopError(f"{path}: kernels of SPICE are called {' or '.join(KINDS)}")
    kernels = _kernels(run, bodies, spacecraft, centre, _epoch(run, epoch))
    with tempfile.TemporaryDirectory() as folder:
        binary = {".bsp": Path(folder, "k.bsp"), ".bc": Path(folder, "k.bc")}
        _write_places(spice, binary[".bsp"], kernels)
        _write_attitudes(spice, binary[".bc"], kernels)
        contents = {suffix: each.read_bytes() for suffix, each in binary.items()}
    contents |= {".tf": _names(kernels).encode(), ".tsc": _clock(kernels).encode()}
    for suffix, content in contents.items():
        write_whole(path.with_suffix(suffix), content)
    return [path.with_suffix(suffix) for suffix in contents]


def _spiceypy() -> Any:
    try:
        import spiceypy
    except ImportError:
        raise TreetopError("spiceypy is not there: install treetop[spice]") from None
    return spiceypy


# --- what is written ------------------------------------------------------------------------------


def _epoch(run: Run, instant: Any) -> Epoch:
    known = instant if instant is not None else run.model.epoch
    if known is None:
        hint = 'give one: epoch="2026-07-01T06:30:00 UTC"'
        raise TreetopError(f"{run!r} has no epoch, which kernels of SPICE need ({hint})")
    return Epoch(known)


def _centre(run: Run, number: int | None) -> int:
    """The number of what the inertial origin is the centre of."""
    if number is not None:
        return int(number)
    planet = central_body(run.model)
    name = planet.environment.name.lower() if planet and planet.environment else ""
    if name not in NAIF:
        what = f"{run!r} does not say which body its inertial origin is the centre of"
        raise TreetopError(f"{what} (give its number in SPICE: centre=399 is the Earth)")
    return NAIF[name][0]


def _kernels(
    run: Run, bodies: tuple[str, ...], spacecraft: int, centre: int | None, epoch: Epoch
) -> Kernels:
    known = [str(each) for each in run.data.body.values]
    unknown = [each for each in bodies if each not in known]
    if unknown:
        raise TreetopError(f"there is no body {unknown[0]!r} (there are: {', '.join(known)})")
    chosen = bodies or tuple(known)
    if not -100_000 < spacecraft < 0 or len(chosen) > 1000:
        what = "numbers of spacecraft are from -1 to -99999, each with up to 1000 bodies"
        raise TreetopError(f"spacecraft {spacecraft}, with {len(chosen)} bodies: {what}")
    days, rest = epoch.jd("TDB", np.asarray(run.time))
    times = (days - J2000) * _DAY + rest * _DAY
    late = (times - (days - J2000) * _DAY) - rest * _DAY  # by rounding, some 1e-7 s
    ends = [0, *(np.flatnonzero(np.diff(times) < INSTANT) + 1), len(times)]
    pieces = [slice(a, b) for a, b in itertools.pairwise(ends) if b - a > 1]
    if not pieces:
        raise TreetopError(f"{run!r} has too few samples for kernels of SPICE (two are needed)")
    tracks: list[Track] = []
    for k, body in enumerate(chosen):
        track = _track(run, body, spacecraft, k, {each.frame for each in tracks}, late[:, None])
        _require_resolved(body, track, times, pieces)
        tracks.append(track)
    return Kernels(tracks, times, pieces, float(times[0]), _centre(run, centre), spacecraft)


def _track(
    run: Run, body: str, spacecraft: int, k: int, taken: set[str], late: np.ndarray
) -> Track:
    """The motion of one body, brought to instants that are `late` (n, 1), s."""
    data = run.data.sel(body=body)
    x, v, a = data.position.values, data.velocity.values, data.acceleration.values
    states = KM * np.hstack([x + v * late, v + a * late])
    word = re.sub(r"\W+", "_", f"{run.model.name}_{body}", flags=re.ASCII).upper().strip("_")
    frame = word[:AXES]
    if frame in taken:
        frame = f"{word[: AXES - 4]}_{k:03d}"
    parts = spacecraft * 1000 - k
    return Track(
        parts if k else spacecraft, parts, word[:NAME], frame, states, _attitudes(data, late)
    )


def _attitudes(data: Any, late: np.ndarray) -> np.ndarray:
    """Attitudes and angular velocities of a body with their rates, as kernels have them."""
    from scipy.spatial.transform import Rotation  # takes long to import

    q, w = data.attitude.values.copy(), data.angular_velocity.values  # to inertial axes; the body's
    flips = np.where(np.sum(q[1:] * q[:-1], axis=1) < 0.0, -1.0, 1.0)
    q[1:] *= np.cumprod(flips)[:, None]  # without jumps of the sign
    s, v = q[:, :1], q[:, 1:]
    rate = 0.5 * np.hstack([-np.sum(v * w, axis=1, keepdims=True), s * w + np.cross(v, w)])
    turn, back = Rotation.from_quat(q[:, [1, 2, 3, 0]]), [1.0, -1.0, -1.0, -1.0]
    acceleration = turn.apply(data.angular_acceleration.values)
    later = (q + rate * late) * back, rate * back, turn.apply(w) + acceleration * late, acceleration
    return np.hstack(later)


def _require_resolved(body: str, track: Track, times: np.ndarray, pieces: list[slice]) -> None:
    """Refuse samples between which a body turns too far for attitudes to be read between them."""
    speed = np.linalg.norm(track.rates, axis=1)
    for piece in pieces:
        turn = np.maximum(speed[piece][1:], speed[piece][:-1]) * np.diff(times[piece])
        if turn.max() >= np.pi / 2.0:
            what = f"{body} turns by {np.degrees(turn.max()):.0f} deg between two samples"
            hint = "kernels of SPICE need samples within 90 deg: give the run a smaller every"
            raise TreetopError(f"{what} ({hint})")


# --- files ----------------------------------------------------------------------------------------


def _write_places(spice: Any, path: Path, kernels: Kernels) -> None:
    handle = spice.spkopn(str(path), "treetop", 0)
    for track in kernels.tracks:
        for piece in kernels.pieces:
            times, states = kernels.times[piece], track.states[piece]
            degree = 2 * min(WINDOW, len(times)) - 1
            spice.spkw13(
                handle, track.number, kernels.centre, FRAME, times[0], times[-1],
                track.name, degree, len(times), np.ascontiguousarray(states), times,
            )  # fmt: skip
    spice.spkcls(handle)


def _write_attitudes(spice: Any, path: Path, kernels: Kernels) -> None:
    handle = spice.ckopn(str(path), "treetop", 0)
    for track in kernels.tracks:
        for piece in kernels.pieces:
            ticks = (kernels.times[piece] - kernels.start) * TICKS
            degree = 2 * min(WINDOW, len(ticks)) - 1
            packets = np.ascontiguousarray(track.attitudes[piece])
            spice.ckw05(
                handle, WITH_RATES, degree, ticks[0], ticks[-1], track.axes, FRAME, True,
                track.name, ticks, packets, 1.0 / TICKS, 1, ticks[:1],
            )  # fmt: skip
    spice.ckcls(handle)


def _names(kernels: Kernels) -> str:
    """The text of the frames kernel."""
    lines = ["KPL/FK", "", "Bodies of a run and their axes.", "", "\\begindata", ""]
    for track in kernels.tracks:
        lines += [
            f"NAIF_BODY_NAME += ( '{track.name}' )",
            f"NAIF_BODY_CODE += ( {track.number} )",
            f"FRAME_{track.frame} = {track.axes}",
            f"FRAME_{track.axes}_NAME = '{track.frame}'",
            f"FRAME_{track.axes}_CLASS = 3",
            f"FRAME_{track.axes}_CLASS_ID = {track.axes}",
            f"FRAME_{track.axes}_CENTER = {track.number}",
            f"CK_{track.axes}_SCLK = {kernels.clock}",
            f"CK_{track.axes}_SPK = {track.number}",
            "",
        ]
    return "\n".join([*lines, "\\begintext", ""])


def _clock(kernels: Kernels) -> str:
    """The text of the clock: ticks of TDB from the start of the run."""
    number = -kernels.clock
    return "\n".join([
        "KPL/SCLK", "", "Counts TDB from the start of a run, in ticks of a millionth of a second.",
        "", "\\begindata", "",
        "SCLK_KERNEL_ID = ( @2000-01-01/12:00:00 )",
        f"SCLK_DATA_TYPE_{number} = ( 1 )",
        f"SCLK01_TIME_SYSTEM_{number} = ( 1 )",
        f"SCLK01_N_FIELDS_{number} = ( 2 )",
        f"SCLK01_MODULI_{number} = ( 4000000000 {TICKS} )",
        f"SCLK01_OFFSETS_{number} = ( 0 0 )",
        f"SCLK01_OUTPUT_DELIM_{number} = ( 2 )",
        f"SCLK_PARTITION_START_{number} = ( 0.0 )",
        f"SCLK_PARTITION_END_{number} = ( {LAST_TICK!r} )",
        f"SCLK01_COEFFICIENTS_{number} = ( 0.0 {kernels.start!r} 1.0 )",
        "", "\\begintext", "",
    ])  # fmt: skip
