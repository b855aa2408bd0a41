"""Sources of the core: which of them a kernel can see, and what they say.

A kernel sees the module that it stands in, those that this imports, and so on, with the packages
around each.  An edit of any of them makes other code; an edit of anything else does not.
"""

import functools
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

PACKAGE = "treetop.core"
ALWAYS = f"{PACKAGE}.compiler"  # options of the compiler, which nobody has to import
_KEEPING = "cache", "compilation", "sources", "compiler.cached_code", "compiler.shipped"
KEEPING = {f"{PACKAGE}.{name}" for name in _KEEPING}
"""Modules that say where code is kept and what is shown of it, and not what it is."""

_IMPORT = re.compile(
    rf"^[ \t]*(?:from|import)[ \t]+({PACKAGE}[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*))?",
    re.MULTILINE,
)


def _read() -> dict[str, bytes]:
    """What each module of the core says, by its name."""
    core, found = Path(__file__).parent, {}
    for source in sorted(core.rglob("*.py")):
        parts = source.relative_to(core).with_suffix("").parts
        names = parts[:-1] if parts[-1] == "__init__" else parts
        found[".".join((PACKAGE, *names))] = source.read_bytes()
    return found


_contents = functools.cache(_read)


def edited() -> bool:
    """Whether a source is no longer what names of machine code say: modules that are imported from
    now on may be others."""
    return _read() != _contents()


def modules() -> tuple[str, ...]:
    """The modules of the core."""
    return tuple(_contents())


@functools.cache
def imported(module: str) -> frozenset[str]:
    """Modules of the core that one of them names in its import statements, and the packages that it
    lies in."""
    contents = _contents()
    text = contents[module].decode()
    named = {module.rpartition(".")[0]}
    for package, names in _IMPORT.findall(text):
        named.add(package)
        named |= {f"{package}.{name}" for name in re.findall(r"\w+", names)}
    return frozenset(named & contents.keys() - KEEPING)


@functools.cache
def seen_from(modules: frozenset[str]) -> frozenset[str]:
    """All modules of the core that kernels in some of them can depend on."""
    found: set[str] = set()
    waiting = [ALWAYS, *(modules & _contents().keys())]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += imported(each)
    return frozenset(found)


@functools.cache
def _digest(modules: frozenset[str]) -> str:
    digest = hashlib.sha256()
    for module in sorted(modules):
        digest.update(module.encode() + b"\0" + hashlib.sha256(_contents()[module]).digest())
    return digest.hexdigest()[:16]


def sources_key(modules: Iterable[str] | None = None) -> str:
    """A hash of what kernels in some modules can see; of the whole core, if none are named."""
    return _digest(frozenset(_contents()) if modules is None else seen_from(frozenset(modules)))
