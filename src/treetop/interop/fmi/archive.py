"""Files of FMUs, which others wrote: looked over before anything in them is unpacked."""

from __future__ import annotations

import os
import stat
import zipfile
from io import BytesIO
from pathlib import Path, PurePosixPath, PureWindowsPath

from treetop.errors import TreetopError
from treetop.files import content_of, reading

LARGEST = 512 * 2**20  # bytes of a file
# Bytes when unpacked: so many in any case, and so many for each byte of the file.
FREE, RATIO = 256 * 2**20, 50
MAX_MEMBERS = 20_000
DESCRIPTION = "modelDescription.xml"


class Archive:
    """An FMU as a file.

    Attributes
    ----------
    path : str
    names : list of str
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = str(path)
        content = content_of(path, self.refusal, LARGEST)
        with reading(self.refusal):
            try:
                self._zip = zipfile.ZipFile(BytesIO(content))
            except zipfile.BadZipFile:
                raise self.refusal("is not an FMU, which is a zip archive") from None
            members = self._zip.infolist()
            self._require_sizes(members, len(content))
            for each in members:
                self._require_inside(each)
            self.names = [each.filename for each in members]
            if DESCRIPTION not in self.names:
                raise self.refusal(f"is not an FMU: there is no {DESCRIPTION} in it")

    def refusal(self, what: str) -> TreetopError:
        return TreetopError(f"{self.path}: {what}")

    def content(self, name: str) -> bytes:
        """A file in it."""
        with reading(self.refusal):
            try:
                return self._zip.read(name)
            except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
                raise self.refusal(f"is damaged: {name} cannot be unpacked ({error})") from None

    def unpack(self, folder: Path) -> None:
        """Write all files below a folder."""
        for name in self.names:
            if not name.endswith("/"):
                place = folder / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(self.content(name))

    def _require_sizes(self, members: list[zipfile.ZipInfo], size: int) -> None:
        if len(members) > MAX_MEMBERS:
            raise self.refusal(f"has {len(members)} files, and at most {MAX_MEMBERS} are unpacked")
        if len({each.filename for each in members}) < len(members):
            raise self.refusal("has two files of one name")
        if sum(each.file_size for each in members) > FREE + RATIO * size:
            raise self.refusal("says to be far larger than it is")

    def _require_inside(self, member: zipfile.ZipInfo) -> None:
        """Refuse what would be written elsewhere, and links, which lead there."""
        name = member.filename
        posix, windows = PurePosixPath(name), PureWindowsPath(name)
        outside = posix.is_absolute() or windows.drive or windows.root or "\\" in name
        if outside or ".." in posix.parts or not name or not name.isprintable():
            raise self.refusal(f"has a file that would lie outside of it: {name!r}")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise self.refusal(f"has a link in it, which is not followed: {name!r}")
