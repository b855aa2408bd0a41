"""Models in MJCF files, as MuJoCo compiles them: https://mujoco.readthedocs.io/en/stable/XMLreference.html."""
