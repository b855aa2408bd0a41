"""Compiled functions as object files, which a C compiler links with other code: no Python is needed
where that runs.

The one private call is `_get_module_for_linking` of the compiler: the intermediate code that it
keeps of every function to link it into others.
"""

from __future__ import annotations

import functools
import pathlib
import pickle
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np

from treetop.core.cache import read_cached, write_cached
from treetop.core.compiler.bundles import _described, _flat
from treetop.core.compiler.callbacks import Callback
from treetop.core.compiler.shipped import BASELINE
from treetop.core.sources import sources_key

ADDRESS = 4  # which word of an array is its address
FUNCTION = 3  # words of a function; by the last of them kernels call it


class NativeCode(NamedTuple):
    """A function in an object file, with a way in to it by an array of its arguments, under the
    name of the function after "call_"; and the functions that it calls and does not have."""

    content: bytes
    calls: frozenset[str]


def native_code(function: Any, name: str) -> NativeCode:
    """A compiled function under a name: that of the core is made once, and kept."""
    place = _place(function, name)
    content = read_cached(place) if place else None
    if content:
        return NativeCode(*pickle.loads(content))
    made = _made(function, name)
    if place:
        write_cached(place, pickle.dumps(tuple(made)))
    return made


def _place(function: Any, name: str) -> pathlib.Path | None:
    """The file of an object, beside that of the machine code; None if that is kept in none."""
    entry = getattr(function, "entry", None)  # which functions of the user do not have
    if entry is None or entry.cached_in is None:
        return None
    place: pathlib.Path = entry.cached_in
    return place.with_name(f"{place.name}.{name}-{sources_key({__name__})}")


def _made(function: Any, name: str) -> NativeCode:
    (code,) = function.overloads.values()
    module = llvm.parse_bitcode(code.library._get_module_for_linking().as_bitcode())
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration:
            part.linkage = "internal"
    inside = module.get_function(code.fndesc.llvm_func_name)
    inside.linkage, inside.name = "external", name
    module.link_in(llvm.parse_assembly(_way_in(inside)))
    machine = _machine()
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0)))
    declared = {each.name for each in module.functions if each.is_declaration}
    calls = frozenset(each for each in declared if not each.startswith("llvm."))
    return NativeCode(machine.emit_object(module), calls)


def data_object(name: str, content: bytes) -> bytes:
    """An object file with bytes under a name."""
    text = "".join(f"\\{byte:02x}" for byte in content)
    data = f'@{name} = constant [{len(content)} x i8] c"{text}", align 64'
    return _machine().emit_object(llvm.parse_assembly(data))


@functools.cache
def _machine() -> Any:
    target = llvm.Target.from_triple(llvm.get_process_triple())
    cpu = BASELINE or "generic"
    return target.create_target_machine(cpu=cpu, opt=3, reloc="pic", codemodel="small")


def _way_in(function: Any) -> str:
    """The text of ``int32_t call_NAME(const int64_t *arguments, void *result)``: it takes each
    argument from a word of an array, and returns 0, or what else the function does."""
    result, error, *arguments = (str(each.type) for each in function.arguments)
    words = "ptr" if result == "ptr" else "i64*"
    lines = []
    for k, kind in enumerate(arguments):
        lines.append(f"%p{k} = getelementptr i64, {words} %arguments, i64 {k}")
        lines.append(f"%w{k} = load i64, {words} %p{k}")
        change = {"double": "bitcast", "i64": "add"}.get(kind, "trunc" if kind[0] == "i" else "")
        change = change or "inttoptr"
        to = ", 0" if change == "add" else f" to {kind}"
        lines.append(f"%a{k} = {change} i64 %w{k}{to}")
    passed = "".join(f", {kind} %a{k}" for k, kind in enumerate(arguments))
    pointer = error if error == "ptr" else error[:-1]
    types = ", ".join((result, error, *arguments))
    body = "\n  ".join(lines)
    return f"""
declare i32 @{function.name}({types})
define i32 @call_{function.name}({words} %arguments, {result} %result) {{
  %error = alloca {pointer}
  {body}
  %status = call i32 @{function.name}({result} %result, {error} %error{passed})
  ret i32 %status
}}
"""


def argument_words(*values: Any) -> tuple[np.ndarray, tuple[Any, ...]]:
    """Arguments of a function as words, as a bundle has them, and what they are of."""
    words: list[int] = []
    for value in leaves(values):
        if isinstance(value, np.ndarray):
            words += _described(value, (value.ndim, value.dtype, ()))
        elif isinstance(value, float):
            words += np.array([value]).view(np.int64).tolist()
        else:
            words += [value] if isinstance(value, int) else [0] * FUNCTION
    return np.array(words, dtype=np.int64), values


def leaves(values: tuple[Any, ...]) -> list[Any]:
    """What nested tuples hold, in order."""
    return _flat(values, [])


def word_count(leaf: Any) -> int:
    """How many words one of them is."""
    if isinstance(leaf, np.ndarray):
        return ADDRESS + 1 + 2 * leaf.ndim
    return 1 if isinstance(leaf, (int, float)) else FUNCTION


def is_compiled(value: Any) -> bool:
    return hasattr(value, "nopython_signatures")


def is_python(value: Any) -> bool:
    """Whether a bundle has it for a function in Python."""
    return isinstance(value, Callback)
