"""Where no body is flexible."""

from treetop._kernel import entry
from treetop.assembly.tables import ANSWERED, FELT, LOAD, MODAL_EQUATIONS, PARTIALS, PLACE, TOTAL


@entry(*PLACE)
def step(i, a, b, handle):
    return 0


@entry(*ANSWERED)
def answered(i, rows, a, b, handle):
    return 0


@entry(*FELT)
def felt(i, rows, a, b, handle):
    return 0.0


@entry(*PARTIALS)
def partials(i, w, v, w_rate, v_rate, handle):
    return 0


@entry(*MODAL_EQUATIONS)
def equations(i, at_rest, w, v, A, b, handle):
    return 0


@entry(*LOAD)
def load(handle):
    return 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*TOTAL)
def total(handle):
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
