"""What can be asked of models and runs: do all formulations give the same motion, and what do
constraints determine?"""

from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.diagnosis import Dependence, Diagnosis, diagnosis
from treetop.analysis.formulations import compare

__all__ = [
    "Comparison",
    "Dependence",
    "Diagnosis",
    "Difference",
    "Solution",
    "compare",
    "diagnosis",
]
