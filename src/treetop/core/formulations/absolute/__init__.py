"""Bodies in absolute coordinates, joints as constraints: what such formulations share."""
