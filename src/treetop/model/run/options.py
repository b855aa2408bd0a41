"""Options of methods and stabilizations given beside their words.

``{method: radau, rtol: 1e-6}`` says what ``{method: {kind: radau, rtol: 1e-6}}`` says. Files, the
command line and `treetop.simulate` take both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from treetop.errors import ModelError, Problem
from treetop.model.run.methods import METHODS, Dop853, Method
from treetop.model.run.settings import RunSettings
from treetop.model.run.stabilization import STABILIZATIONS, Projection, Stabilization
from treetop.model.specification import made_from, path, unknown

T = TypeVar("T", Method, Stabilization)

# What other codes call things that `treetop.simulate` takes.
CALLED = {
    **dict.fromkeys(("t_end", "tf", "t_final", "tmax", "t_span", "stop"), "give duration, s"),
    **dict.fromkeys(("dt", "h", "timestep"), "give every, s, for samples, or step for steps"),
    **dict.fromkeys(("t_eval", "saveat", "times"), "give at, a list of times of samples, s"),
    **dict.fromkeys(("solver", "integrator"), "give method, such as 'dop853' or 'radau'"),
    **dict.fromkeys(("tol", "reltol", "tolerance"), "give rtol, and atol"),
}
ALIAS = {"max_step": "step"}  # `step` is the fixed one, or the largest of adaptive methods


def _names(part: Any) -> tuple[str, ...]:
    return tuple(item.name for item in fields(part))


_KINDS: tuple[type[Method] | type[Stabilization], ...] = (
    *METHODS.values(),
    *STABILIZATIONS.values(),
)
_MAY_BE_NONE = {item.name for kind in _KINDS for item in fields(kind) if item.default is None}  # type: ignore[arg-type]
OPTIONS = tuple(dict.fromkeys(["step", *(name for kind in _KINDS for name in _names(kind))]))
KEYS = tuple(item.name for item in fields(RunSettings) if item.compare)  # type: ignore[arg-type]


def settings_from(
    values: Mapping[str, Any], where: str = "run", lenient: bool = False
) -> RunSettings:
    """Settings by name, with options of the method and the stabilization among them.

    Parameters
    ----------
    values : mapping
        `KEYS` and `OPTIONS`.
    where : str
        What paths in messages begin with.
    lenient : bool
        Whether options of other methods and stabilizations are passed over, as in files.

    Raises
    ------
    ModelError
        With all that is wrong.
    """
    problems: list[Problem] = []
    settings = {name: value for name, value in values.items() if name in KEYS}
    run = _collected(problems, RunSettings, settings, where) or RunSettings()
    method = _part(settings, "method", Dop853())
    constraints = _part(settings, "constraints", Projection())
    options = {name: value for name, value in values.items() if name not in KEYS}
    has = set(_options_of(method)) | set(_options_of(constraints))
    foreign = {name: value for name, value in options.items() if name not in has}
    foreign = {name: v for name, v in foreign.items() if v is not None or name not in _MAY_BE_NONE}
    refused = [name for name in foreign if not lenient or name not in OPTIONS]
    if not problems:
        problems += [_no_option(name, method, constraints, where) for name in refused]
    method = _with_options(problems, method, options, where)
    constraints = _with_options(problems, constraints, options, where)
    if problems:
        raise ModelError(problems)
    return replace(run, method=method, constraints=constraints, unused=foreign)


def changed_settings(
    run: RunSettings, changes: Mapping[str, Any], where: str = "run"
) -> RunSettings:
    """Settings with others in place of some of them; another method takes over the options that it
    has."""
    parts: dict[str, Any] = {"method": run.method, "constraints": run.constraints}
    for name, kinds in (("method", METHODS), ("constraints", STABILIZATIONS)):
        chosen = changes.get(name, parts[name])
        if isinstance(chosen, str) and chosen in kinds:
            chosen = _carried(run, parts[name], kinds[chosen], where)
        parts[name] = chosen
    return settings_from(run.arguments | dict(changes) | parts, where)


def _carried(run: RunSettings, old: Any, kind: type, where: str) -> Any:
    """A method or stabilization of another kind, with the options that it shares with the old."""
    if type(old) is kind:
        return old
    known = dict(run.unused) | {ALIAS.get(n, n): getattr(old, n) for n in _names(old)}
    has = _options_of(kind)
    return made_from(kind, {has[name]: known[name] for name in has if name in known}, where)


def _options_of(part: Any) -> dict[str, str]:
    """Names by which its options may be given, and their own names."""
    names = _names(part)
    return {name: name for name in names} | {ALIAS[n]: n for n in names if n in ALIAS}


def _part(settings: Mapping[str, Any], name: str, default: T) -> T:
    """The method or stabilization that is meant, or the default where that cannot be decided."""
    try:
        part: T = (
            getattr(RunSettings(**{name: settings[name]}), name) if name in settings else default
        )
    except ModelError:
        return default
    return part


def _with_options(problems: list[Problem], part: T, options: Mapping[str, Any], where: str) -> T:
    has = _options_of(part)
    chosen = {has[name]: value for name, value in options.items() if name in has}
    if not chosen:
        return part
    reported = {field: name for name, field in has.items() if name in options}
    values = {name: getattr(part, name) for name in _names(part)} | chosen
    found: list[Problem] = []
    made = _collected(found, type(part), values, where)
    for problem in found:
        name = problem.where.removeprefix(f"{where}.")
        at = path(where, reported[name]) if name in reported else problem.where
        problems.append(problem._replace(where=at))
    return made or part


def _collected(problems: list[Problem], cls: type, values: Mapping[str, Any], where: str) -> Any:
    try:
        return made_from(cls, values, where)
    except ModelError as error:
        problems += error.problems
        return None


def _no_option(name: str, method: Method, constraints: Stabilization, where: str) -> Problem:
    """What is wrong with an option that neither has."""
    if name in CALLED:
        what = f"there is no option '{name}'"
        return Problem(what, path(where, name), f"{CALLED[name]}; see help(treetop.simulate)")
    if name not in OPTIONS:
        return unknown("option", name, (*KEYS[2:], *OPTIONS), path(where, name))
    owners = [kind.kind for kind in _KINDS if name in _options_of(kind)]
    names = dict.fromkeys([*_names(method), *_names(constraints)])
    what = f"'{method.kind}' with '{constraints.kind}' has no option '{name}'"
    hint = f"it has {', '.join(names)}; '{name}' is one of {' and '.join(owners)}"
    return Problem(what, path(where, name), hint)
