"""Devices: wheels, thrusters and others, with states, commands and outputs of their own."""
