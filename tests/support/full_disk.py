"""A disk that is full, for a while."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """Writing beyond so many bytes fails, as on a disk that is full.  Python writes no bytecode
    meanwhile: it would keep files that are cut short."""
    import resource  # there is none on Windows

    limits, bytecode = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        sys.dont_write_bytecode = bytecode
