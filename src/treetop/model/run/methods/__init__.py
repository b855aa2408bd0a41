"""Methods of integration and their options, one file each."""

from treetop.model.run.methods.auto import Auto
from treetop.model.run.methods.base import Method
from treetop.model.run.methods.bdf import Bdf
from treetop.model.run.methods.dop853 import Dop853
from treetop.model.run.methods.dopri5 import Dopri5
from treetop.model.run.methods.generalized_alpha import GeneralizedAlpha
from treetop.model.run.methods.hht import Hht
from treetop.model.run.methods.newmark import Newmark
from treetop.model.run.methods.radau import Radau
from treetop.model.run.methods.rk4 import Rk4

__all__ = [
    "METHODS",
    "Auto",
    "Bdf",
    "Dop853",
    "Dopri5",
    "GeneralizedAlpha",
    "Hht",
    "Method",
    "Newmark",
    "Radau",
    "Rk4",
]

# By the word of each, in the order in which messages name them.
METHODS: dict[str, type[Method]] = {
    cls.kind: cls for cls in (Dop853, Dopri5, Rk4, Radau, Bdf, GeneralizedAlpha, Hht, Newmark, Auto)
}
