"""Scenes that are formulas, whatever a page may be given: independent of what is made of runs."""

from typing import Any

import numpy as np

from treetop.view.playback.packing import Block, Channel, packed
from treetop.view.playback.page import TEMPLATE, filled

PAGE = TEMPLATE


def page_of(text: str, title: str = "by hand") -> str:
    return filled(PAGE.read_text(encoding="utf-8"), text, title)


def look(kind: str, colour: str | None = None, **shape: Any) -> dict[str, Any]:
    return {"kind": kind, "at": [0, 0, 0], "attitude": [1, 0, 0, 0], "colour": colour} | shape


class Craft:
    """A bus in a circular orbit, a panel that turns about y and a boom that bends.

    Everything is a formula, so that what the page shows can be told from them.
    """

    radius, period, times = 6.8e6, 5580.0, np.linspace(0, 60, 601)
    rate = 0.3  # rad/s, of the panel

    def root(self, t: Any) -> np.ndarray:
        angle = 2 * np.pi * np.asarray(t) / self.period
        return self.radius * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=-1)

    def panel(self, t: Any) -> np.ndarray:
        """From the bus."""
        t = np.asarray(t)
        return np.stack([0 * t, 1.5 + 0 * t, 0.4 * np.sin(self.rate * t)], axis=-1)

    def tip(self, t: Any) -> np.ndarray:
        return 0.3 * np.sin(2.0 * np.asarray(t))

    def html(self, names: tuple[str, str, str] = ("bus", "panel", "boom"), **other: Any) -> str:
        t = self.times
        still = np.zeros((len(t), 3))
        half = self.rate * t / 2
        turned = np.stack([np.cos(half), 0 * t, np.sin(half), 0 * t], axis=1)
        upright = np.tile([1.0, 0, 0, 0], (len(t), 1))
        along = np.linspace(0, 4, 9)
        points = np.stack([-0.5 - along, 0 * along, 0 * along], axis=1)
        shape = np.stack([0 * along, 0 * along, (along / 4) ** 2], axis=1)
        lines = np.stack([np.arange(8), np.arange(1, 9)], axis=1)
        second = np.stack([0 * along, np.sin(np.pi * along / 4), 0 * along], axis=1)
        bus, panel, boom = names

        def body(name: str, parent: int, mass: float, places: np.ndarray, **more: Any) -> dict:
            return dict(
                name=name,
                parent=parent,
                mass=mass,
                positions=Channel(places, 1e-9),
                frames=[],
                **({"attitudes": Channel(upright, 1e-9), "looks": []} | more),
            )

        header = {
            "title": "craft",
            "subtitle": "by formulas, 601 samples",
            "notes": ["every sample is shown"],
            "times": Channel(t, 1e-9),
            "root": 0,
            "rootPosition": Channel(self.root(t), 1e-6),
            "bodies": [
                body(bus, -1, 100.0, still, looks=[look("box", size=[1, 1, 1])]),
                body(
                    panel,
                    0,
                    10.0,
                    self.panel(t),
                    attitudes=Channel(turned, 1e-9),
                    looks=[look("box", "#2b4fa8", size=[0.8, 2, 0.04])],
                ),
                body(
                    boom,
                    0,
                    5.0,
                    still,
                    flexible={
                        "points": Block(points, "f4"),
                        "lines": Block(lines, "u4"),
                        "triangles": Block(np.zeros(0), "u4"),
                        "shapes": Block(np.stack([shape, second]), "f4"),
                        "coordinates": Channel(np.stack([self.tip(t), 0 * t], axis=1), 1e-9),
                        "frequencies": [0.318, 2.5],
                        "labels": ["first bending", "second bending"],
                    },
                ),
            ],
            "joints": [],
            "links": [],
            "arrows": [
                {
                    "name": "thruster",
                    "kind": "force",
                    "body": 0,
                    "at": [0.5, 0, 0],
                    "values": Channel(np.stack([np.cos(t), 0 * t, 0 * t], axis=1), 1e-6),
                },
                {
                    "name": "hinge",
                    "kind": "reaction",
                    "body": 1,
                    "at": [0, -1, 0],
                    "values": Channel(np.stack([0 * t, 0 * t, np.sin(t)], axis=1), 1e-6),
                },
            ],
            "devices": [],
            "pointing": [],
            "telemetry": [],
            "plotted": [0, 1],
            "quantities": [
                {
                    "name": f"{panel}.angle",
                    "unit": "rad",
                    "columns": ["angle"],
                    "values": Channel(self.rate * t, 1e-9),
                },
                {
                    "name": f"{panel}.position",
                    "unit": "m",
                    "columns": ["x", "y", "z"],
                    "values": Channel(self.panel(t), 1e-9),
                },
                {
                    "name": "energy.total",
                    "unit": "J",
                    "columns": ["total"],
                    "values": Channel(5 + 0 * t, 1e-9),
                },
            ],
            "stages": [
                {"name": "cruise", "from": 0, "to": 25},
                {"name": "deployed", "from": 25, "to": 60},
            ],
            "events": [{"name": "release", "time": 25, "what": "panel is released"}],
            "planet": {"radius": 6.378e6, "name": "Earth"},
            "size": 3.0,
        }
        return page_of(packed(header | other), header["title"])
