"""Rates of what ends every state vector: the origin, and the works."""

from treetop.core.compiler import kernel
from treetop.core.forces.gravity import free_fall
from treetop.core.interface import EXTRA
from treetop.core.spatial.table_access import put_vec_at


@kernel
def origin_and_work_rates(tables, work, origin, powers, rate):
    end = rate.size - EXTRA
    put_vec_at(rate, end, origin.v)
    put_vec_at(rate, end + 3, free_fall(tables.gravity, tables.falling[0] == 1, work, origin))
    rate[end + 6], rate[end + 7] = powers


@kernel
def add_power(power, rate):
    """Let forces that act between bodies, and sum up to none, do work as well."""
    end = rate.size - EXTRA
    rate[end + 6] += power
    rate[end + 7] += power
