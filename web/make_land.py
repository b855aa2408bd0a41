"""Make the coast lines of the Earth that pages and reports draw, from Natural Earth's.

npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
python web/make_land.py package/land-110m.json > src/treetop/view/maps/land.txt
"""

import json
import sys
from pathlib import Path

import numpy as np

TOLERANCE = 0.2  # deg, by which a line may lie beside what it is made from
UNIT = 0.1  # deg
LEAST = 1.0  # deg², of an island that is drawn
HEAD = """\
# Coast lines of the Earth. A line for each ring: longitude and latitude of its first point, then
# the differences from point to point, in tenths of a degree. A ring that ends 360° beside its start
# goes about the pole.
# Made by web/make_land.py from Natural Earth, 1:110m land, version 4.1.0 (public domain,
# naturalearthdata.com), as the npm package world-atlas 2.0.2 has it."""


def rings(topology: dict) -> list[np.ndarray]:
    """Closed rings, longitude (without jumps) and latitude in degrees."""
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in topology["arcs"]]
    found = []
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                parts = [arcs[k] if k >= 0 else arcs[~k][::-1] for k in ring]
                line = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
                found.append(np.column_stack([np.unwrap(line[:, 0], period=360), line[:, 1]]))
    return found


def simplified(line: np.ndarray) -> np.ndarray:
    """By Douglas and Peucker, on a map that has the right scale at each point's latitude."""
    if len(line) < 3:
        return line
    along = line[-1] - line[0]
    wide = np.cos(np.radians(line[:, 1].mean()))
    flat = (line - line[0]) * [wide, 1.0]
    axis = along * [wide, 1.0]
    length = np.hypot(*axis)
    beside = np.abs(flat @ [-axis[1], axis[0]]) / length if length else np.hypot(*flat.T)
    k = int(np.argmax(beside))
    if beside[k] < TOLERANCE:
        return line[[0, -1]]
    return np.concatenate([simplified(line[: k + 1])[:-1], simplified(line[k:])])


def area(ring: np.ndarray) -> float:
    x, y = ring[:, 0] * np.cos(np.radians(ring[:, 1].mean())), ring[:, 1]
    return abs(float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))) / 2


def main(file: str) -> None:
    print(HEAD)
    for ring in sorted(rings(json.loads(Path(file).read_text())), key=len, reverse=True):
        if area(ring) < LEAST:
            continue
        half = len(ring) // 2
        line = np.concatenate([simplified(ring[: half + 1])[:-1], simplified(ring[half:])])
        steps = np.rint(line / UNIT).astype(int)
        steps = np.diff(steps, axis=0, prepend=0 * steps[:1])
        steps = steps[np.any(steps != 0, axis=1)]
        print(*steps.ravel())


if __name__ == "__main__":
    main(sys.argv[1])
