"""The run of the example that a test file is named after."""

import pytest


@pytest.fixture(scope="module")
def run(request, example_run):
    """The run as the example's file asks for it: of ``docking`` in ``test_docking.py``."""
    return example_run(request.path.stem.removeprefix("test_").replace("_", "-"))
