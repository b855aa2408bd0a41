"""Trees with further constraints, in joint coordinates: what such formulations share."""
