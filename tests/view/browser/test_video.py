"""Films of the page: the same frames however they are asked for, in files that play."""

import io

from PIL import Image

import treetop as tt
from handmade_scenes import PAGE
from treetop.view.playback.page import page as page_of
from treetop.view.video.encoding import animated, film
from treetop.view.video.frames import ASIDE, BARE, frame

SIZE = (320, 180)


def turning_wheel() -> tt.Run:
    m = tt.Model("wheel")
    wheel = m.add_body("wheel", mass=1, inertia=[1, 1, 1], looks=[tt.looks.Box(size=[2, 1, 0.2])])
    m.add_joint("axle", tt.Revolute("z"), m.ground, wheel)
    return tt.simulate(m, m.build().state(axle={"rate": 1}), duration=1, every=0.1)


def test_frames_depend_on_time_alone_and_films_play(opened, tmp_path):
    assert PAGE.exists()
    sheet = opened(page_of(turning_wheel()), *SIZE)
    sheet.evaluate(BARE, ASIDE)
    forth = [frame(sheet, time) for time in (0.0, 0.5, 1.0)]
    back = [frame(sheet, time) for time in (1.0, 0.5, 0.0)]
    assert forth == back[::-1] and len(set(forth)) == 3
    file = tmp_path / "film.webm"
    file.write_bytes(film(sheet, forth, SIZE, 10.0))
    player = sheet.context.new_page()
    player.goto(file.as_uri())
    player.wait_for_function("() => document.querySelector('video').readyState >= 1")
    size = "(({ duration, videoWidth, videoHeight }) => [duration, videoWidth, videoHeight])"
    assert player.evaluate(f"{size}(document.querySelector('video'))") == [0.3, *SIZE]
    with Image.open(io.BytesIO(animated(forth, 10.0, ".gif"))) as image:
        assert (image.n_frames, image.size, image.info["loop"]) == (3, SIZE, 0)
    with Image.open(io.BytesIO(animated(forth, 10.0, ".png"))) as image:
        assert (image.n_frames, image.size) == (3, SIZE)
