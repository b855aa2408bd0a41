"""Models that must not be built."""

import pytest

import treetop as tt


def refused(model):
    """The one problem that building a model reports."""
    with pytest.raises(tt.ModelError) as error:
        model.build()
    (problem,) = error.value.problems
    return str(problem)
