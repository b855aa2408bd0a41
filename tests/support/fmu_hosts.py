"""A model that becomes an FMU, and hosts that run FMUs call by call."""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt

DURATION = 4.0
TORQUE = 0.05  # N m, of the wheel
OUTPUTS = [
    *("hinge.angle", "hinge.rate", "flight.position", "flight.attitude", "bus.angular_velocity"),
    *("wheel.speed", "own.count", "spring.power", "hinge.reaction_force"),
]


def fluid(t: float, motion: Any, p: Any) -> tt.Wrench:
    """Braked by what is around, and pushed to and fro."""
    push = tt.Vec3(p[1] if (t % 1.0) < 0.5 else -p[1], 0.0, 0.0)
    return tt.Wrench(motion.velocity * -p[0] + push, tt.Vec3(0.0, 0.0, 0.0))


def law(t: float, z: Any, x: Any, p: Any, u: Any) -> None:
    """A torque against the rate, by an array of its own, and a count."""
    x[0] += 1.0
    gains = np.full(int(x[0]) % 7 + 1, -p[0])
    u[0] = gains[-1] * z[0]
    u[1] = x[0]


def controlled() -> tt.Model:
    """A free spacecraft with a panel: a force of the user's own, a sampled loop with a noisy sensor
    and a delay, another one of the user's own, and a wheel and a thruster that nobody commands."""
    m = tt.Model("controlled craft")
    bus = m.add_body("bus", mass=20, inertia=[3, 4, 5])
    panel = m.add_body("panel", mass=2, inertia=[0.3, 0.1, 0.4], centre=[0, 0.6, 0])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    m.add_joint("hinge", tt.Revolute("x"), bus.frame("edge", at=[0, 0.5, 0]), panel)
    m.add_force("spring", tt.JointSpring("hinge", stiffness=2.0, damping=0.02))
    breaks = [0.5 * k for k in range(1, 9)]
    m.add_force("fluid", tt.UserForce(fluid, "panel", parameters=[0.4, 0.3], breaks=breaks))
    m.add_device("motor", tt.Motor("hinge"))
    m.add_device("wheel", tt.Wheel(bus, axis=[0, 0, 1], inertia=0.02))
    m.add_device("other", tt.Wheel(bus, axis=[1, 0, 0], inertia=0.02))
    m.add_device("jet", tt.Thruster(bus, 1.5, [0, 0, 1], pulsed=True))
    m.add_sensor("encoder", tt.Encoder("hinge.angle", every=0.1, noise=1e-3))
    gains = {"proportional": 1.5, "derivative": 0.3, "target": 0.2}
    m.add_controller("loop", tt.Pid("encoder.value", 0.1, to="motor", delay=0.05, **gains))
    given: Any = {"inputs": ["bus.angular_velocity.x"], "to": "other", "memory": 1}
    given |= {"parameters": [0.3], "output_units": {"count": "1"}}
    m.add_controller("own", tt.Controller(law, 0.25, **given))
    return m


def start_of(system: tt.System) -> tt.State:
    flight = {"angular_velocity": [0.1, -0.05, 0.02], "velocity": [0.5, 0, 0]}
    return system.state(flight=flight, hinge={"angle": 0.4})


class Host:
    """An instance of an FMU, whose functions are called by fmpy."""

    def __init__(self, path: Path, kind: str) -> None:
        import fmpy
        from fmpy import fmi2, fmi3

        self.description = fmpy.read_model_description(str(path))
        self.version, self.kind = int(self.description.fmiVersion[0]), kind
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.folder = tempfile.mkdtemp()
        fmpy.extract(str(path), self.folder)
        steps = kind == "CoSimulation"
        simulated = self.description.coSimulation if steps else self.description.modelExchange
        make: Any = {
            (2, True): fmi2.FMU2Slave,
            (2, False): fmi2.FMU2Model,
            (3, True): fmi3.FMU3Slave,
            (3, False): fmi3.FMU3Model,
        }[self.version, steps]
        self.fmu = make(
            guid=self.description.guid,
            unzipDirectory=self.folder,
            modelIdentifier=simulated.modelIdentifier,
        )
        self.fmu.instantiate()

    def begin(self, **values: float) -> Host:
        """Initialize, with values of variables; dots are written as two underscores."""
        if self.version == 2:
            self.fmu.setupExperiment(startTime=0.0)
            self.fmu.enterInitializationMode()
        else:
            self.fmu.enterInitializationMode(startTime=0.0)
        for name, value in values.items():
            self.set(name.replace("__", "."), value)
        self.fmu.exitInitializationMode()
        if self.kind == "ModelExchange":
            self.instant()
            self.fmu.enterContinuousTimeMode()
        return self

    def instant(self) -> Any:
        """Let what is due happen; return when something happens next."""
        if self.version == 2:
            return self.fmu.newDiscreteStates()[5]
        return self.fmu.updateDiscreteStates()[5]

    @property
    def states(self) -> list[str]:
        return [name for name in self.references if name.startswith("state.")]

    def set_states(self, values: Any) -> None:
        self.fmu.setContinuousStates((ctypes.c_double * len(values))(*values), len(values))

    def get(self, *names: str) -> list[float]:
        references = [self.references[name] for name in names]
        return list((self.fmu.getReal if self.version == 2 else self.fmu.getFloat64)(references))

    def set(self, name: str, value: float) -> None:
        set_ = self.fmu.setReal if self.version == 2 else self.fmu.setFloat64
        set_([self.references[name]], [value])

    def step(self, t: float, h: float) -> None:
        self.fmu.doStep(t, h)

    def close(self) -> None:
        self.fmu.freeInstance()
        shutil.rmtree(self.folder)
