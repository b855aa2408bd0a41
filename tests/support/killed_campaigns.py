"""Campaigns whose processes are killed at random moments."""

import random
import signal
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from oscillators import contents


def kill_while_running(
    kill_one: Callable[[random.Random], bool], kills: int, seed: int, run: Callable[[int], Any]
) -> list[Any]:
    """Contents of as many campaigns as it takes to kill so many processes; `kill_one` says
    whether it killed one, `run` makes the campaign of a number."""
    moments, over, killed, found = random.Random(seed), threading.Event(), [], []

    def kill() -> None:
        while len(killed) < kills and not over.wait(moments.uniform(0.05, 0.5)):
            killed.extend([True] * kill_one(moments))

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        while killer.is_alive() or not found:
            found.append(contents(run(len(found))))
    finally:
        over.set()
        killer.join()
    assert len(killed) == kills
    return found


def kill_writers(
    begin: Callable[[Path], BaseProcess],
    kills: int,
    moments: Callable[[], float],
    run: Callable[[Path], Any],
    folder: Path,
) -> list[Any]:
    """Contents of as many campaigns as it takes to kill so many of the processes that write them,
    each at the next of the moments; `run` finishes what `begin` began."""
    killed, found = 0, []
    while killed < kills:  # real ones: a campaign that was over by itself does not count
        place = folder / str(len(found))
        process = begin(place)
        process.start()
        process.join(moments())
        process.kill()
        process.join()
        killed += process.exitcode == -signal.SIGKILL
        if process.exitcode == 0 or killed == kills:  # the next kills find another campaign
            found.append(contents(run(place)))
            assert not list(place.rglob("*.partial"))
    return found
