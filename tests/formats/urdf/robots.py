"""Small robots in the manner of known ones."""

from pathlib import Path

ROBOTS = sorted((Path(__file__).parent / "robots").glob("*.urdf"))
