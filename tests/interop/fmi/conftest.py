"""The FMUs of one model, each made once."""

from collections.abc import Callable
from pathlib import Path

import pytest

import treetop as tt
from fmu_hosts import DURATION, OUTPUTS, controlled, start_of


@pytest.fixture(scope="package")
def craft() -> tt.System:
    return controlled().build()


@pytest.fixture(scope="package")
def fmu(craft: tt.System, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """The controlled spacecraft as an FMU of a version of FMI."""
    folder = tmp_path_factory.mktemp("fmu")

    def made(version: int) -> Path:
        path = folder / f"craft{version}.fmu"
        if not path.exists():
            start = start_of(craft)
            tt.export_fmu(craft, start, path, None, OUTPUTS, version=version, duration=DURATION)
        return path

    return made
