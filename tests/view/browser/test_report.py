"""The report of a run in a real browser: the playback in it plays, and what is printed."""

import math

import pytest

from two_on_a_line import DRIFT, histories, model, recorded

__all__ = ["histories", "model", "recorded"]
HOSTILE = "<img src=x onerror=alert(1)></script>"


LOADED = "document.readyState === 'complete'"


def test_a_report_is_played_printed_and_taken_along(opened, run):
    run.data.attrs["title"] = HOSTILE
    report = opened(run.report(), waits=LOADED)
    assert report.locator("h1").inner_text() == HOSTILE
    report.locator("#motion").scroll_into_view_if_needed()
    frame = report.locator(".playback iframe").element_handle().content_frame()
    frame.wait_for_function("() => window.treetop !== undefined")
    frame.evaluate("treetop.setTime(1.0)")
    x, y, z = frame.evaluate("treetop.positionOf('bus')")
    share = 1 / 3 * (1 + 0.25 * math.cos(3.0))
    assert (x, y, z) == pytest.approx((DRIFT - share, 0, 0), abs=1e-5)
    frame.evaluate("treetop.setTime(0)")
    frame.get_by_role("button", name="Play").click()
    frame.wait_for_function("() => treetop.time > 0.05")

    # Printed, it is left out.
    report.emulate_media(media="print")
    assert not report.locator(".playback").is_visible()
    assert report.locator(".printed").is_visible()
    report.emulate_media(media="screen")

    # The model is to be had as a file.
    with report.expect_download() as given:
        report.get_by_role("button", name="Download").click()
    assert given.value.suggested_filename == "model.yaml"
    text = given.value.path().read_text(encoding="utf-8")
    assert text == report.locator("#yaml").text_content()
    assert text.startswith("treetop: 1")


def test_on_a_phone_in_the_dark(opened, run):
    page = opened(run.report(), 390, 844, LOADED, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(15, 20, 25)"
    ink = page.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill")
    assert ink == "rgb(230, 237, 243)"


def test_nothing_else_runs_or_is_fetched_whoever_put_it_there(chromium, run, tmp_path):
    (tmp_path / "report.html").write_text(run.report(), encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    refused = page.evaluate(
        """async () => {
        const refused = [];
        document.addEventListener("securitypolicyviolation",
          (e) => refused.push(e.effectiveDirective));
        const script = document.createElement("script"), image = new Image();
        script.textContent = "window.ran = true";
        image.src = "http://127.0.0.1:9/x.png";
        document.body.append(script, image);
        await new Promise((done) => setTimeout(done, 300));
        return refused.sort();
        }"""
    )
    assert refused == ["img-src", "script-src-elem"]
    assert page.evaluate("window.ran") is None
    page.close()
