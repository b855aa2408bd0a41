"""Run the benches, print a table, write `results.json`."""

import datetime
import importlib
import json
import platform
import sys
from pathlib import Path

from . import HERE

PARTS = (
    "dynamics",
    "scaling",
    "implicit",
    "elements",
    "loops",
    "events",
    "flexible",
    "linear",
    "derivatives",
    "lanes",
    "campaigns",
    "control",
    "slew",
    "orbit",
    "harmonics",
    "facets",
    "day",
    "symbolic",
    "startup",
)


def main(parts):
    results = []
    for part in parts or PARTS:
        for figure in importlib.import_module(f".{part}", __package__).figures():
            print(_line(figure), flush=True)
            results.append(figure._asdict() | {"value": float(figure.value), "met": figure.met})
    if not parts:
        report = {"machine": machine(), "date": datetime.date.today().isoformat()}
        path = HERE / "results.json"
        path.write_text(json.dumps(report | {"figures": results}, indent=2) + "\n")
        print(f"written to {path}")


def _line(figure):
    bounds = [f"≥ {figure.at_least:g}"] if figure.at_least is not None else []
    bounds += [f"≤ {figure.at_most:g}"] if figure.at_most is not None else []
    mark = {True: "met", False: "MISSED", None: ""}[figure.met]
    value = f"{figure.value:.3g} {figure.unit}"
    return f"{figure.name:44} {value:>12} {' '.join(bounds):>9} {mark:7} {figure.note}"


def machine():
    """Name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main(sys.argv[1:])
