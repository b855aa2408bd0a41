"""What can be asked of models and runs: do all formulations give the same motion, what do
constraints determine, where does a system rest and how does it vibrate there?"""

from treetop.analysis.compare import compare
from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.diagnosis import Dependence, Diagnosis, diagnosis
from treetop.analysis.discretisation import (
    Discretisation,
    Estimate,
    discretisation,
    element_error,
    refined,
)
from treetop.analysis.linear_models import Loop, Margins
from treetop.analysis.vibration import Vibration, vibration
from treetop.system.equilibrium import equilibrium
from treetop.system.linearization import Linear, linearised

__all__ = [
    "Comparison",
    "Dependence",
    "Diagnosis",
    "Difference",
    "Discretisation",
    "Estimate",
    "Linear",
    "Loop",
    "Margins",
    "Solution",
    "Vibration",
    "compare",
    "diagnosis",
    "discretisation",
    "element_error",
    "equilibrium",
    "linearised",
    "refined",
    "vibration",
]
