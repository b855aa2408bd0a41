"""Functions of time and of users."""
