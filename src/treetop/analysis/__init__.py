"""What can be asked of models and runs: do all formulations give the same motion, what do
constraints determine, where does a system rest and how does it vibrate there?"""

from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.diagnosis import Dependence, Diagnosis, diagnosis
from treetop.analysis.equilibrium import equilibrium
from treetop.analysis.formulations import compare
from treetop.analysis.linear import Linear, linearised
from treetop.analysis.vibration import Vibration, vibration

__all__ = [
    "Comparison",
    "Dependence",
    "Diagnosis",
    "Difference",
    "Linear",
    "Solution",
    "Vibration",
    "compare",
    "diagnosis",
    "equilibrium",
    "linearised",
    "vibration",
]
