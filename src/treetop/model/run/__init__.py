"""How a model is run: duration, samples, method of integration, stabilization of constraints."""

from treetop.model.run.methods import *
from treetop.model.run.methods import METHODS, Method
from treetop.model.run.settings import RunSettings
from treetop.model.run.stabilization import *
from treetop.model.run.stabilization import STABILIZATIONS, Stabilization

# The methods and stabilizations are named where they are declared.
KINDS = tuple(kind.__name__ for kind in (*METHODS.values(), *STABILIZATIONS.values()))
__all__ = ["Method", "RunSettings", "Stabilization", *KINDS]
