"""The memory of a built model as one block of bytes: every array that its kernels reach.

Handles are addresses of words, and words are addresses of arrays and of functions; arrays of one
number may be handles again.  Each of these becomes a relocation, so that the block can be copied to
anywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np

from treetop.core.compiler.native import (
    ADDRESS,
    FUNCTION,
    is_compiled,
    is_python,
    leaves,
    word_count,
)
from treetop.errors import TreetopError

ALIGNED = 64  # bytes
LARGEST_COUNT = 2**32  # what is larger in an array of whole numbers is an address


class Image:
    """All arrays that are found in nested tuples, with what they point to.

    Attributes
    ----------
    content : bytearray
    functions : list
        The compiled functions.
    relocations : list of (int, int)
        Offsets of words, and the offsets whose addresses they are to have.
    calls : list of (int, int)
        Offsets of words, and the numbers of the functions whose addresses they are to have.
    """

    def __init__(self, *parts: Any) -> None:
        self.content, self.functions = bytearray(), list[Any]()
        self.relocations, self.calls = list[tuple[int, int]](), list[tuple[int, int]]()
        self._arrays: dict[int, np.ndarray] = {}
        self._words: dict[int, tuple[np.ndarray, tuple[Any, ...]]] = {}  # by their addresses
        self._spans: list[tuple[int, int, int]] = []  # first and last address, offset
        self._collect(parts, set())
        self._lay_out()
        for words, values in self._words.values():
            self._link(words, values)
        for each in self._arrays.values():
            if each.dtype in (np.int64, np.uint64) and _address(each) not in self._words:
                self._link_handles(each)

    def offset(self, array: np.ndarray, index: int = 0) -> int:
        """Where a number of an array is."""
        return self._offset(_address(array)) + 8 * index

    def number(self, function: Any) -> int:
        """Which of the functions it is."""
        return next(k for k, each in enumerate(self.functions) if each is function)

    def _collect(self, part: Any, seen: set[int]) -> None:
        """Find arrays and functions."""
        if isinstance(part, np.ndarray):
            while isinstance(part.base, np.ndarray):  # a piece of another stays one
                part = part.base
            self._arrays[id(part)] = part
        elif is_compiled(part):
            if not any(part is each for each in self.functions):
                self.functions.append(part)
        elif is_python(part):
            raise TreetopError("a function in Python cannot be a part of an FMU")
        elif isinstance(part, (tuple, list)) and id(part) not in seen:
            seen.add(id(part))
            if _are_words(part):
                self._words[_address(part[0])] = part[0], part[1]
            for each in part:
                self._collect(each, seen)

    def _lay_out(self) -> None:
        """Put arrays one after the other, those that share memory together."""
        joined: list[list[int]] = []
        for first, size in sorted((_address(a), a.nbytes) for a in self._arrays.values()):
            last = first + max(size, 1)
            if joined and first < joined[-1][1]:
                joined[-1][1] = max(joined[-1][1], last)
            else:
                joined.append([first, last])
        end = 0
        for first, last in joined:
            self._spans.append((first, last, end))
            end += last - first
            end += -end % ALIGNED
        self.content = bytearray(end)
        for each in self._arrays.values():
            at = self._offset(_address(each))
            self.content[at : at + each.nbytes] = each.tobytes()

    def _offset(self, address: int) -> int:
        """Where in the block an address is."""
        k = bisect_right(self._spans, (address, np.inf)) - 1
        first, last, offset = self._spans[k] if k >= 0 else (0, 0, 0)
        if not first <= address < last:
            raise TreetopError("this model refers to memory that cannot be a part of an FMU")
        return offset + address - first

    def _link(self, words: np.ndarray, values: tuple[Any, ...]) -> None:
        at, numbers = self.offset(words), {id(each): k for k, each in enumerate(self.functions)}
        for leaf in leaves(values):
            if isinstance(leaf, np.ndarray):
                self._relocate(at + 8 * ADDRESS, _address(leaf))
            elif isinstance(leaf, int) and leaf in self._words:
                self._relocate(at, leaf)
            elif word_count(leaf) == FUNCTION:
                self.content[at : at + 8 * FUNCTION] = bytes(8 * FUNCTION)
                if leaf is not None:
                    self.calls.append((at + 8 * (FUNCTION - 1), numbers[id(leaf)]))
            at += 8 * word_count(leaf)

    def _link_handles(self, array: np.ndarray) -> None:
        first = self.offset(array)
        for k, number in enumerate(array.reshape(-1).tolist()):
            if number in self._words or abs(number) >= LARGEST_COUNT:
                self._relocate(first + 8 * k, number)

    def _relocate(self, at: int, address: int) -> None:
        self.relocations.append((at, self._offset(address)))
        self.content[at : at + 8] = bytes(8)


def _are_words(part: Any) -> bool:
    """Whether a tuple is what `Bundle.pack` and `argument_words` keep alive: words, and what they
    are of."""
    if not (isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], tuple)):
        return False
    words, values = part
    if not (
        isinstance(words, np.ndarray) and words.dtype in (np.int64, np.uint64) and words.ndim == 1
    ):
        return False
    return words.size == sum(word_count(leaf) for leaf in leaves(values))


def _address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])
