"""Devices: one file per kind, each with its tables and its group, see core/forces/group.py.

A device has states, which it changes, and commands, which others write: both stand among the
internal states of the state vector.
"""
