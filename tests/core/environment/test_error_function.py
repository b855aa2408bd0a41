import numpy as np
import pytest
from scipy.special import erfcx

from treetop.core.environment.error_function import LARGEST, scaled_erfc


def test_it_is_that_of_scipy_everywhere():
    x = np.linspace(0.0, LARGEST, 997)
    found = np.array([scaled_erfc(each) for each in x])
    assert found == pytest.approx(erfcx(x), rel=1e-15, abs=0)
