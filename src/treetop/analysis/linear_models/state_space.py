"""Linear models: matrices with names, and what can be asked of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.linalg import expm, matrix_balance

from treetop.analysis.linear_models import reduction, sampling
from treetop.analysis.linear_models.zeros import transmission_zeros
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.quantity import Invalid, number
from treetop.model.specification import unknown
from treetop.results.views import ResponseViews

if TYPE_CHECKING:
    import xarray as xr

    from treetop.analysis.linear_models.loop import Loop

STABLE = 1e-9  # part of the largest pole by which the least stable one may be off
CHUNK = 4_000_000  # complex numbers at a time


@dataclass(frozen=True, eq=False)
class LinearModel(ResponseViews):
    """A linear model, ``x' = A x + B w`` and ``z = C x + D w``; sampled, ``x[k+1] = A x[k] + ...``.

    All are changes from the state that it is about.  States are displacements along independent
    coordinates, changes of independent speeds, and internal states of forces and devices.
    Attitudes change by small rotations about the axes of their bodies; displacements and velocities
    of free bodies are along the axes of the body in the reference motion.

    Attributes
    ----------
    A, B, C, D : ndarray
    states, inputs, outputs : tuple of str
    units : dict of str
        Of states, inputs and outputs.
    period : float, s
        Of a sampled model; 0 for a continuous one.
    rates : ndarray
        How the states change at the reference itself: zero about an equilibrium.
    errors : ndarray
        How far the elements of A may be off, if known.
    method : str
        How A, and B by commands, were found: "exact", or "differences" and why; empty if unknown.

    Examples
    --------
    >>> import numpy as np
    >>> import treetop as tt
    >>> spring = tt.LinearModel(np.array([[0.0, 1.0], [-4.0, 0.0]]), [[0], [1]], [[1, 0]], [[0]])
    >>> abs(spring.poles).round(9).tolist()
    [2.0, 2.0]
    """

    A: Any
    B: Any
    C: Any
    D: Any
    states: Sequence[str] = ()
    inputs: Sequence[str] = ()
    outputs: Sequence[str] = ()
    units: dict[str, str] = field(default_factory=dict)
    period: float = 0.0
    rates: np.ndarray = field(default_factory=lambda: np.zeros(0))
    errors: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    source: Any = None  # the system and the state
    method: str = ""

    def __post_init__(self) -> None:
        for name in "ABCD":
            object.__setattr__(self, name, np.atleast_2d(np.asarray(getattr(self, name), float)))
        n, r, p = len(self.A), self.B.shape[1], len(self.C)
        if (self.B.shape, self.C.shape, self.D.shape) != ((n, r), (p, n), (p, r)):
            shapes = ", ".join(f"{name} {getattr(self, name).shape}" for name in "ABCD")
            raise TreetopError(f"the matrices do not fit each other: {shapes}")
        for name, count, letter in (("states", n, "x"), ("inputs", r, "w"), ("outputs", p, "z")):
            labels = tuple(getattr(self, name)) or tuple(f"{letter}{k}" for k in range(count))
            if len(labels) != count:
                raise TreetopError(f"{count} {name} need as many names, not {len(labels)}")
            object.__setattr__(self, name, labels)

    def __repr__(self) -> str:
        sort = f"sampled every {self.period:g} s" if self.period else "continuous"
        counts = (
            f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        )
        return f"<LinearModel: {counts}, {sort}>"

    # --- poles, zeros, response -----------------------------------------------------------

    @property
    def poles(self) -> np.ndarray:
        """Eigenvalues of A, 1/s, those nearest to zero first; of a sampled model in the z plane."""
        return _sorted(np.linalg.eigvals(matrix_balance(self.A)[0]))

    @property
    def zeros(self) -> np.ndarray:
        """Where the response of all outputs to all inputs loses rank: of one input and one output,
        where it vanishes."""
        return _sorted(transmission_zeros(*reduction.minimal(self.A, self.B, self.C), self.D))

    @property
    def stable(self) -> bool:
        """Whether every motion dies away."""
        poles = self.poles
        edge = STABLE * np.abs(poles).max(initial=0.0)
        return bool((np.abs(poles) < 1 - edge if self.period else poles.real < -edge).all())

    def response(self, frequencies: Iterable[float] | float) -> xr.DataArray:
        """Complex responses of outputs to inputs at angular frequencies, rad/s.

        Returns
        -------
        DataArray
            With the dimensions output, input and frequency.
        """
        import xarray as xr

        w = np.atleast_1d(np.asarray(frequencies, dtype=float))
        values = np.moveaxis(self.at(np.exp(1j * w * self.period) if self.period else 1j * w), 0, 2)
        dims = ("output", "input", "frequency")
        names = {"output": list(self.outputs), "input": list(self.inputs)}
        units = {
            name[:-1] + "_unit": (name[:-1], [self.units.get(x, "") for x in getattr(self, name)])
            for name in ("outputs", "inputs")
        }
        coordinates = names | units | {"frequency": ("frequency", w, {"units": "rad/s"})}
        return xr.DataArray(values, coords=coordinates, dims=dims, name="response")

    def at(self, points: np.ndarray) -> np.ndarray:
        """The transfer matrix at points of the s plane, or of the z plane: (points, outputs,
        inputs)."""
        points = np.atleast_1d(np.asarray(points, dtype=complex))
        A, (scale, _) = matrix_balance(self.A, permute=False, separate=True)
        B, C, n = self.B / scale[:, None], self.C * scale, len(self.A)
        parts = []
        for some in np.array_split(points, max(1, points.size * n * n // CHUNK)):
            try:
                X = np.linalg.solve(some[:, None, None] * np.eye(n) - A, B.astype(complex))
            except np.linalg.LinAlgError:
                raise TreetopError("the response is infinite at a pole") from None
            parts.append(C @ X + self.D)
        return np.concatenate(parts)

    # --- parts and forms ------------------------------------------------------------------

    def part(
        self, inputs: Iterable[str] | str | None = None, outputs: Iterable[str] | str | None = None
    ) -> LinearModel:
        """A part of the model, with some of its inputs and outputs."""
        columns = _chosen("input", inputs, self.inputs)
        rows = _chosen("output", outputs, self.outputs)
        return replace(
            self,
            B=self.B[:, columns],
            C=self.C[rows],
            D=self.D[np.ix_(rows, columns)],
            inputs=[self.inputs[k] for k in columns],
            outputs=[self.outputs[k] for k in rows],
        )

    def sampled(self, period: float | str, delay: float | str = 0.0) -> LinearModel:
        """The model at sample times, exact for inputs that are held over each period.

        With a ``delay`` inputs take effect that much after their samples.
        """
        if self.period:
            raise TreetopError(f"the model is sampled every {self.period:g} s already")
        T, late = seconds("period", period), seconds("delay", delay)
        if not T > 0.0:
            raise ModelError([Problem(f"{T:g} s is no period", "period", "give one above 0 s")])
        if late < 0.0:
            raise ModelError(
                [Problem(f"{late:g} s is no delay", "delay", "give one of 0 s or more")]
            )
        A, B, C, D, waiting = sampling.sampled(self.A, self.B, self.C, self.D, T, late)
        more = [f"{name}.pending.{k}" for k in range(waiting) for name in self.inputs]
        rates, errors = np.zeros(0), np.zeros((0, 0))
        states = (*self.states, *more)
        made = LinearModel(
            A, B, C, D, states, self.inputs, self.outputs, self.units, T, rates, errors
        )
        return replace(made, source=self.source)

    def minimal(self) -> LinearModel:
        """The model without states that inputs do not move, or that outputs do not see."""
        A, B, C = reduction.minimal(self.A, self.B, self.C)
        states = tuple(f"x{k}" for k in range(len(A)))
        names = states, self.inputs, self.outputs, self.units, self.period
        return LinearModel(A, B, C, self.D, *names)

    def reduced(self, count: int, by: str = "balanced") -> LinearModel:
        """The model with fewer states.

        Parameters
        ----------
        count : int
            Of the states that are left.
        by : str
            ``"balanced"``: balanced truncation, after Moore (1981); what does not die away stays.
            ``"modal"``: whole modes, by the size of their response at resonance, after Skelton and
            Hughes (1980); rigid motion stays.
        """
        if self.period:
            raise TreetopError("a sampled model is not reduced: reduce it, then sample it")
        methods = {"balanced": reduction.balanced, "modal": reduction.modal}
        if by not in methods:
            raise ModelError([unknown("method", by, methods, "by")])
        A, B, C = methods[by](self.A, self.B, self.C, count)
        states = tuple(f"x{k}" for k in range(len(A)))
        return LinearModel(A, B, C, self.D, states, self.inputs, self.outputs, self.units)

    def to_control(self) -> Any:
        """The model as a ``StateSpace`` of python-control, with its names."""
        try:
            import control
        except ImportError:
            hint = "install treetop[control]"
            raise TreetopError(f"python-control is not there: {hint}") from None
        names = {name: list(getattr(self, name)) for name in ("states", "inputs", "outputs")}
        return control.ss(self.A, self.B, self.C, self.D, self.period, **names)

    def to_scipy(self) -> Any:
        """The model as a ``StateSpace`` of `scipy.signal`, which has no names."""
        from scipy.signal import StateSpace

        more = {"dt": self.period} if self.period else {}
        return StateSpace(self.A, self.B, self.C, self.D, **more)

    def save_mat(self, path: str | os.PathLike[str]) -> None:
        """Write A, B, C, D, names and the period Ts [s], 0 if continuous, as a ``.mat`` file."""
        from io import BytesIO

        from scipy.io import savemat

        from treetop.files.whole import write_whole

        names = {name: list(getattr(self, name)) for name in ("states", "inputs", "outputs")}
        cells = {name: np.array(each, dtype=object) for name, each in names.items()}
        content = BytesIO()
        matrices = {name: getattr(self, name) for name in "ABCD"}
        savemat(content, matrices | {"Ts": float(self.period or 0.0)} | cells)
        write_whole(path, content.getvalue())

    def loop(self, controller: str) -> Loop:
        """The loop of a controller of the system, opened at its commands."""
        from treetop.analysis.linear_models.loop import loop_of

        if self.source is None:
            raise TreetopError("this model does not know the controllers: ask the one of linearise")
        system, state = self.source
        return loop_of(system, state, controller)

    # --- in time --------------------------------------------------------------------------

    def step(self, times: Iterable[float]) -> xr.DataArray:
        """Outputs over time after each input has gone to 1 and stays there."""
        return self._in_time(times, hold=True)

    def impulse(self, times: Iterable[float]) -> xr.DataArray:
        """Outputs over time after a unit impulse of each input."""
        return self._in_time(times, hold=False)

    def _in_time(self, times: Iterable[float], hold: bool) -> xr.DataArray:
        import xarray as xr

        t = np.atleast_1d(np.asarray(times, dtype=float))
        if self.period:
            raise TreetopError("responses in time are those of continuous models")
        n, r = self.B.shape
        whole = np.block([[self.A, self.B], [np.zeros((r, n + r))]])
        start = (
            np.vstack([np.zeros((n, r)), np.eye(r)]) if hold else np.vstack([self.B, 0 * np.eye(r)])
        )
        x = [expm(whole * each) @ start for each in t]
        z = np.array([self.C @ each[:n] + self.D @ each[n:] for each in x])
        values = np.moveaxis(z, 0, 2)
        coordinates = {
            "output": list(self.outputs),
            "input": list(self.inputs),
            "time": ("time", t, {"units": "s"}),
        }
        dims = ("output", "input", "time")
        return xr.DataArray(values, coords=coordinates, dims=dims)


def seconds(what: str, value: float | str) -> float:
    """A time, which may carry a unit."""
    try:
        return float(number(value, "s"))
    except Invalid as error:
        raise ModelError([Problem(error.what, what, error.hint)]) from None


def _sorted(values: np.ndarray) -> np.ndarray:
    """By size; of conjugate pairs the one above first."""
    return values[np.lexsort((-values.imag, np.round(np.abs(values), 12)))]


def _chosen(sort: str, asked: Iterable[str] | str | None, names: Sequence[str]) -> list[int]:
    if asked is None:
        return list(range(len(names)))
    wanted = [asked] if isinstance(asked, str) else list(asked)
    problems = [unknown(sort, name, names, f"{sort}s") for name in wanted if name not in names]
    if problems:
        raise ModelError(problems)
    return [names.index(name) for name in wanted]
