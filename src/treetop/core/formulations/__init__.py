"""Equations of motion, one file for each formulation."""
