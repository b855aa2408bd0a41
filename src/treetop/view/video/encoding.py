"""Frames compressed: as a film by the encoder of the browser, as an animated image by Pillow."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from typing import Any

from treetop.errors import TreetopError
from treetop.view.video.webm import Packet, webm

KEY = 50  # frames from one that stands by itself to the next
BITS = 0.16  # for a pixel of a frame: lines and small letters stay sharp

BEGIN = """([width, height, rate, bits]) => {
  const film = (window.film = { packets: [], wrong: null });
  const latencyMode = "quality";
  const config = { codec: "vp8", width, height, bitrate: bits, framerate: rate, latencyMode };
  film.encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = "";
      for (let k = 0; k < bytes.length; k += 8192)
        text += String.fromCharCode(...bytes.subarray(k, k + 8192));
      film.packets.push([chunk.timestamp, chunk.type === "key", btoa(text)]);
    },
    error: (error) => { film.wrong = String(error); },
  });
  film.encoder.configure(config);
}"""
ADD = """async ([png, time, length, key]) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const frame = new VideoFrame(picture, { timestamp: time, duration: length });
  film.encoder.encode(frame, { keyFrame: key });
  frame.close();
  picture.close();
  return film.wrong;
}"""
END = "async () => { await film.encoder.flush(); return [film.packets, film.wrong]; }"


def film(sheet: Any, frames: Iterable[bytes], size: tuple[int, int], rate: float) -> bytes:
    """A film in WebM of frames in PNG, compressed by the browser that `sheet` is a page of."""
    if not sheet.evaluate("typeof VideoEncoder === 'function'"):
        raise TreetopError("this Chromium cannot write films; give an animated image, .gif or .png")
    count = 0
    sheet.evaluate(BEGIN, [*size, rate, round(BITS * size[0] * size[1] * rate)])
    for count, png in enumerate(frames, start=1):
        time, length = round((count - 1) * 1e6 / rate), round(1e6 / rate)
        text = base64.b64encode(png).decode()
        _require(sheet.evaluate(ADD, [text, time, length, (count - 1) % KEY == 0]))
    packets, wrong = sheet.evaluate(END)
    _require(wrong)
    found: list[Packet] = [(time / 1e6, key, base64.b64decode(data)) for time, key, data in packets]
    return webm(found, "V_VP8", size, count / rate)


def _require(wrong: str | None) -> None:
    if wrong:
        raise TreetopError(f"this Chromium could not compress the film: {wrong}")


def animated(frames: Iterable[bytes], rate: float, suffix: str) -> bytes:
    """An animated image that plays again and again: GIF, PNG or WebP."""
    from PIL import Image

    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in frames]
    if suffix == ".gif":  # the same colours in all, so that what is at rest does not flicker
        palette = pictures[len(pictures) // 2].quantize(256)
        pictures = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    first, *others = pictures
    out = io.BytesIO()
    form = {".gif": "GIF", ".png": "PNG", ".webp": "WEBP"}[suffix]
    several = {"save_all": True, "append_images": others, "duration": 1000 / rate, "loop": 0}
    first.save(out, form, **several)
    return out.getvalue()
