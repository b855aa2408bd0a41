"""Numbers of a model that measurements or a purpose determine, by SciPy, with gradients from the
sensitivities of runs."""
