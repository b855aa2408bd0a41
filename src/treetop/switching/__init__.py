"""Elements with modes: what sticks or slips, is open or shut.

Each says in its present mode which events are looked at, which coordinates are held, and in which
mode its force is; an event changes its mode.  Structure follows.
"""

from treetop.switching.element import Change, Element, elements_of

__all__ = ["Change", "Element", "elements_of"]
