"""A block on a spring, whose runs are known in closed form, and a campaign of it."""

from pathlib import Path

import numpy as np

import treetop as tt

DURATION = 2.0


def oscillator() -> tt.Model:
    """A block of 1 kg on a spring of 4 N/m, pulled out by 1 m and let go."""
    model = tt.Model("oscillator")
    block = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("spring", tt.JointSpring("rail", stiffness=4))
    model.set_start("rail", slide=1)
    model.add_event("middle", tt.coordinate("rail.slide").falls(0), max_count=1)
    model.run = tt.RunSettings(duration=DURATION, every=0.1, method=tt.Dop853(rtol=1e-10))
    return model


def campaign(folder: Path, **given) -> tt.Campaign:
    """Stiffness and mass vary; the time at the middle, the end and a history are kept."""
    found = tt.Campaign(oscillator(), folder, **{"seed": 7, **given})
    found.vary("forces.spring.stiffness", "4 N/m ± 10 %")
    found.vary("bodies.block.mass", "1 kg ± 0.05 kg (3 sigma)")
    found.keep(
        time=tt.event_time("middle"),
        end=tt.last("rail.slide"),
        fastest=tt.least("rail.slide_rate"),
        at_middle=tt.at_event("middle", "rail.slide_rate"),
        slide=tt.history("rail.slide", every=0.5),
    )
    found.require(time="< 0.8 s")
    return found


def frequencies(results: tt.CampaignResults) -> np.ndarray:
    """Angular frequencies of the runs, of the parameters that are stored."""
    stiffness = results.parameter("forces.spring.stiffness")
    return np.sqrt(stiffness / results.parameter("bodies.block.mass"))


def contents(results: tt.CampaignResults) -> dict[str, bytes]:
    """Everything that a store has of its runs, as bits."""
    return {name: results.store.read(name).tobytes() for name in results.store.arrays}
