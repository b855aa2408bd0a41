"""Exact derivatives: kernels of the equations of motion, compiled for duals."""
