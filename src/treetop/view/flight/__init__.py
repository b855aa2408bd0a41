"""The flight of a spacecraft about a planet along a run: orbit, ground track, Sun and shadow."""

from treetop.view.flight.flight import Flight, flight

__all__ = ["Flight", "flight"]
