"""What can be observed of a state, and event functions."""
