"""Films: what is refused before a browser starts, and what is missing."""

import pytest

import treetop as tt
from treetop.view.video import frames


@pytest.fixture(scope="module")
def run():
    m = tt.Model("wheel")
    m.add_joint("axle", tt.Revolute("z"), m.ground, m.add_body("wheel", mass=1, inertia=[1, 1, 1]))
    return tt.simulate(m, m.build().state(axle={"rate": 1}), duration=1, every=0.5)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("film.mp4", {}, r"film.mp4: a video is of the kind .webm, .gif, .png, .webp"),
        ("film.gif", {"seconds": 0}, "seconds 0: give more than 0"),
        ("film.gif", {"rate": float("nan")}, "rate nan"),
        ("film.gif", {"seconds": 1000}, "25000 frames are more than 5000"),
        ("film.gif", {"size": (10, 100)}, "from 64 to 4096 pixels"),
        ("nowhere/film.gif", {}, "nowhere"),
    ],
)
def test_what_cannot_be_meant(run, tmp_path, name, options, words):
    with pytest.raises(tt.TreetopError, match=words):
        run.video(tmp_path / name, **options)


def test_what_is_not_installed_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setattr(frames.shutil, "which", lambda name: None)
    monkeypatch.setattr(frames, "find_spec", lambda name: object())
    with pytest.raises(tt.TreetopError, match=r"needs a Chromium.*apt install chromium"):
        run.video(tmp_path / "film.gif")
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(tt.TreetopError, match=r"pip install 'treetop\[video\]'"):
        run.video(tmp_path / "film.gif")
