"""Numbers of generalised forces: which one each row of a force along a joint is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.forces import JointPlaces, named
from treetop.model.forces.base import JointForce
from treetop.topology.mechanism import Mechanism


class GeneralisedForce(NamedTuple):
    """One number of what a force exerts along a joint."""

    force: str
    part: str  # ".x" and so on for components, else ""
    unit: str

    @property
    def label(self) -> str:
        return f"{self.force}.generalised_force{self.part}"


class AlongJoints:
    """Numbers the rows of forces along joints by the generalised forces that they are."""

    def __init__(
        self, model: Mechanism, number: dict[str, int], generalised: list[GeneralisedForce]
    ) -> None:
        self.model, self.number, self.generalised = model, number, generalised
        self.first: dict[str, int] = {}
        for k, each in enumerate(generalised):
            self.first.setdefault(each.force, k)
        self.table = np.zeros((len(generalised), 3), dtype=np.int64)

    def rows(self, places: JointPlaces, closes: bool, *kinds: type[JointForce]) -> np.ndarray:
        rows = []
        for name, force in named(self.model, *kinds):
            if not force.acts:
                continue
            for m, (_, speed) in enumerate(places.along(force.joint, force.coordinate)):
                rows.append(self.first[name] + m)
                self.table[rows[-1]] = self.number[name], speed, closes
        return np.array(rows, dtype=np.int64)
