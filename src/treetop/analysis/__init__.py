"""What can be asked of models and runs: do all formulations give the same motion?"""

from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.formulations import compare

__all__ = ["Comparison", "Difference", "Solution", "compare"]
