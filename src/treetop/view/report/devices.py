"""Devices and control: what devices did in a run, sensors, and controllers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treetop.model.devices.actuator import Actuator
from treetop.model.devices.control_moment_gyro import ControlMomentGyro
from treetop.model.devices.magnetorquer import Magnetorquer
from treetop.model.devices.motor import Motor
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.thermal_deformation import ThermalDeformation
from treetop.model.devices.thermal_node import ThermalNode
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel
from treetop.system.quantities import quantity_of
from treetop.topology.added_bodies import added_names
from treetop.view.plots.drawing import drawn
from treetop.view.plots.panels import in_rows, panels_of
from treetop.view.report.control import controllers_table, sensors_table
from treetop.view.report.html import Number, figure, heading, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.report.over_time import known, peak, pulses, share, share_at_limit, total
from treetop.view.report.pointing import errors_table
from treetop.view.text import pretty_unit

if TYPE_CHECKING:
    from treetop.results import Run

Cell = Any
PANELS = 18
OFF = 1e-3  # of the full thrust: a lag never comes to its end
ABOUT = (
    "Peaks, parts of the time, numbers of pulses, work and impulses are those of the samples of "
    "this run: what is shorter than their spacing may be missed. Fuel and the counts of events "
    "and of control samples are exact."
)


def devices_section(run: Run) -> str:
    """Tables of devices by their kind, of sensors and of controllers, and their histories; nothing
    where the model has none."""
    if not has_devices(run):
        return ""
    title = "Devices and control"
    if not len(run.time):
        return section("control", title, paragraph("There are no samples to show."))
    made = [
        _table(run, "wheels", "Wheels", _WHEELS, _wheels(run)),
        _table(run, "gimbals", "Gimbals of control moment gyros", _GIMBALS, _gimbals(run)),
        _table(run, "motors", "Motors", _MOTORS, _motors(run)),
        _table(run, "thrusters", "Thrusters", _THRUSTERS, _thrusters(run)),
        _table(run, "tanks", "Tanks", _TANKS, _tanks(run)),
        _table(run, "coils", "Magnetorquers", _COILS, _coils(run)),
        _table(run, "heat", "Temperatures", _TEMPERATURES, _temperatures(run)),
        _table(run, "moving", "Slosh and dampers", _MOVING, _moving(run)),
        _table(run, "actuators", "Actuators of the user's own", _ACTUATORS, _actuators(run)),
        paragraph(ABOUT, "note"),
        sensors_table(run),
        controllers_table(run),
        errors_table(run),
        _histories(run),
    ]
    return section("control", title, *made)


def has_devices(run: Run) -> bool:
    """Whether the model has devices, sensors or controllers."""
    return not run.symbolic and any((run.model.devices, run.model.sensors, run.model.controllers))


def _table(
    run: Run, key: str, title: str, heads: tuple[str, ...], rows: Iterator[tuple[Cell, ...]]
) -> str:
    made = [tuple(_cell(each) for each in row) for row in rows]
    return heading(title) + table(f"device-{key}", heads, made) if made else ""


def _cell(value: Cell) -> Cell:
    if value is None:
        return ""
    return Number(value, 5) if isinstance(value, (int, float)) else value


def _percent(part: float | None) -> Number | None:
    return None if part is None else Number(100.0 * part, 3)


def _sum(run: Run, name: str) -> Number | None:
    found = total(run, name)
    return None if found is None else Number(found, 3)


def _of(run: Run, kind: type | tuple[type, ...]) -> Iterator[tuple[str, Any]]:
    yield from ((n, each) for n, each in run.model.devices.items() if isinstance(each, kind))


def _count(run: Run, *events: str) -> int:
    return sum(event.event in events for event in run.events)


_WHEELS = (
    "wheel", "greatest speed [rad/s]", "time at the limit of speed [%]", "greatest torque [N*m]",
    "time at the limit of torque [%]", "greatest power [W]", "work of the motor [J]",
    "greatest momentum [N*m*s]", "times stuck",
)  # fmt: skip


def _wheels(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, wheel in _of(run, (Wheel, ControlMomentGyro)):
        sticks = isinstance(wheel, Wheel) and wheel.switches
        yield (
            name,
            peak(run, f"{name}.speed"),
            _percent(share_at_limit(run, f"{name}.speed", wheel.speed)),
            peak(run, f"{name}.motor_torque"),
            _percent(share_at_limit(run, f"{name}.motor_torque", wheel.torque)),
            peak(run, f"{name}.motor_power"),
            _sum(run, f"{name}.motor_power"),
            peak(run, f"{name}.momentum"),
            _count(run, f"{name} sticks") if sticks else None,
        )


_GIMBALS = (
    "gyro", "greatest angle [rad]", "greatest rate [rad/s]", "greatest torque [N*m]",
    "time at the limit of torque [%]", "greatest power [W]", "work of the motor [J]",
)  # fmt: skip


def _gimbals(run: Run) -> Iterator[tuple[Cell, ...]]:
    names = added_names(run.model)
    for name, gyro in _of(run, ControlMomentGyro):
        joint = names[name][0].joint
        yield (
            name,
            peak(run, f"{joint}.angle"),
            peak(run, f"{joint}.rate"),
            peak(run, f"{name}.gimbal_motor_torque"),
            _percent(share_at_limit(run, f"{name}.gimbal_motor_torque", gyro.gimbal_torque)),
            peak(run, f"{name}.gimbal_motor_power"),
            _sum(run, f"{name}.gimbal_motor_power"),
        )


_MOTORS = (
    "motor", "joint", "greatest torque [N*m]", "time at its limit [%]", "greatest power [W]",
    "work of the motor [J]",
)  # fmt: skip


def _motors(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, motor in _of(run, Motor):
        command, limit = next(iter(motor.inputs)), motor.law[1]
        yield (
            name,
            motor.joint,
            peak(run, f"{name}.motor_torque"),
            _percent(share_at_limit(run, f"{name}.{command}", limit)),
            peak(run, f"{name}.motor_power"),
            _sum(run, f"{name}.motor_power"),
        )


_THRUSTERS = (
    "thruster", "fed by", "greatest thrust [N]", "time on [%]", "pulses", "impulse [N*s]",
    "fuel taken [kg]",
)  # fmt: skip


def _thrusters(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, thruster in _of(run, Thruster):
        thrust = known(run, f"{name}.thrust")
        if thrust is None:
            continue
        fires = thrust > OFF * thruster.thrust
        yield (
            name,
            ", ".join(thruster.tank),
            peak(run, f"{name}.thrust"),
            _percent(share(run, fires)),
            pulses(fires),
            _sum(run, f"{name}.thrust"),
            _sum(run, f"{name}.flow") if thruster.tank else None,
        )


_TANKS = (
    "tank", "fuel at the start [kg]", "fuel in the end [kg]", "fuel used [kg]",
    "filled in the end [%]", "pressure in the end [Pa]", "emptied at [s]",
)  # fmt: skip


def _tanks(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, tank in _of(run, Tank):
        mass, pressure = known(run, f"{name}.mass"), known(run, f"{name}.pressure")
        empty = [event.time for event in run.events if event.event == f"{name} empties"]
        if mass is None:
            continue
        yield (
            name,
            float(mass[0]),
            float(mass[-1]),
            float(mass[0] - mass[-1]),
            None if tank.capacity is None else 100.0 * float(mass[-1]) / tank.capacity,
            None if pressure is None else float(pressure[-1]),
            empty[0] if empty else None,
        )


_COILS = ("coil", "greatest dipole [A*m^2]", "time at its limit [%]")


def _coils(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, coil in _of(run, Magnetorquer):
        made = f"{name}.dipole_made"
        yield name, peak(run, made), _percent(share_at_limit(run, made, coil.dipole))


_TEMPERATURES = ("device", "of it", "lowest [K]", "highest [K]")


def _temperatures(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, device in _of(run, (ThermalNode, ThermalDeformation)):
        for state in device.states:
            values = known(run, f"{name}.{state}")
            if values is not None:
                yield name, state, float(values.min()), float(values.max())


_MOVING = ("device", "kind", "coordinate", "greatest", "unit")


def _moving(run: Run) -> Iterator[tuple[Cell, ...]]:
    names = added_names(run.model)
    for name, device in _of(run, (Slosh, NutationDamper)):
        joints = {added.joint for added in names[name]}
        for label in map(str, run.data.coordinate.values):
            if label.rpartition(".")[0] in joints:
                unit = pretty_unit(str(run[label].attrs.get("units", "")))
                yield name, device.kind, label, peak(run, label), unit


_ACTUATORS = ("actuator", "output", "greatest", "unit")


def _actuators(run: Run) -> Iterator[tuple[Cell, ...]]:
    for name, actuator in _of(run, Actuator):
        for output, unit in actuator.outputs.items():
            yield name, output, peak(run, f"{name}.{output}"), pretty_unit(unit)


def _histories(run: Run) -> str:
    panels = panels_of(run, list(_shown(run)))
    if not panels:
        return ""
    caption = "What devices do, sensors read and controllers ask for along time"
    picture = inline(drawn(in_rows(panels[:PANELS]), "", run), "device-histories", caption)
    more = "More than fits here is in the result: treetop plot draws it."
    return figure(picture, f"{caption}.") + (
        paragraph(more, "note") if len(panels) > PANELS else ""
    )


_SHOWN_STATES: dict[type, tuple[str, ...]] = {Tank: ("mass",), ThermalNode: ("temperature",)}


def _shown(run: Run) -> Iterator[str]:
    """Outputs of devices, those of one sort beside each other; then readings, then what controllers
    write."""
    model = run.model
    devices = [
        f"{name}.{port}"
        for name, device in model.devices.items()
        for port in (*device.outputs, *_SHOWN_STATES.get(type(device), ()))
    ]
    sorts = list(dict.fromkeys(label.partition(".")[2] for label in devices))
    devices.sort(key=lambda label: sorts.index(label.partition(".")[2]))
    blocks = {**model.sensors, **model.controllers}.items()
    outputs = [
        quantity_of(f"{name}.{output}") for name, block in blocks for output in block.outputs
    ]
    yield from (label for label in dict.fromkeys((*devices, *outputs)) if label in run.quantities)
