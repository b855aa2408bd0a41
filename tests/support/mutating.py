"""Model files in which something was changed at random: in their trees or in their letters."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import yaml

from treetop.formats.yaml.document import read

NUMBERS = (
    0, -1, 1, 2, -0.0, 1e-320, 1e-30, 1e30, 1e200, 1e308, -1e308, float("nan"), float("inf"),
    -float("inf"), 10**17, 2**31, 2**63, 0.5, 3, 7,
)  # fmt: skip
WORDS = (
    "", " ", "1e999", "1 km", "-3 kg", "2 deg", "1 m^9^9", "5 furlongs", "1e400 m", "9" * 5000,
    "ground", "ground.x", "x" * 2000, "a\nb", "\x00", "\x1b[31m", "<script>", "../secret.npz",
    "/etc/passwd", "/dev/zero", ".", "free", "recursive", "t", "sin(t)", "1/0", "(" * 200, "é😀",
    "None", "__class__", "{}", "1 m", "0 s", "nothing", "b.position.x", "time",
)  # fmt: skip


def mutants(text: str, rng: np.random.Generator) -> Iterator[str]:
    """Ever other models, most of them wrong."""
    root = read(text)[0].value
    while True:
        if rng.random() < 0.15:
            yield _letters(text, rng)
            continue
        tree = deepcopy(root)
        for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
            places = list(_places(tree))
            if places:
                _mutate(tree, *places[int(rng.integers(len(places)))], rng)
        yield yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and mappings, as its holder and key."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(item, (dict, list)):
            yield from _places(item)


def _mutate(tree: Any, holder: Any, key: Any, rng: np.random.Generator) -> None:
    value = holder[key]
    others = [h[k] for h, k in _places(tree)]
    match int(rng.integers(10)):
        case 0:
            del holder[key]
        case 1:
            holder[key] = NUMBERS[int(rng.integers(len(NUMBERS)))]
        case 2:
            holder[key] = WORDS[int(rng.integers(len(WORDS)))]
        case 3:
            holder[key] = deepcopy(others[int(rng.integers(len(others)))])
        case 4:
            _rename(holder, key, rng)
        case 5:
            holder[key] = _retyped(value, rng)
        case 6:
            for _ in range(int(rng.choice([1, 3, 30]))):
                value = [value] if rng.random() < 0.5 else {"a": value}
            holder[key] = value
        case 7 if isinstance(value, (int, float)) and not isinstance(value, bool):
            holder[key] = value * float(rng.choice([-1, 1e3, 1e-3, 1e12, 1e-12, 1.0001]))
        case 8 if isinstance(value, list):
            holder[key] = value * 2 if rng.random() < 0.5 else value[:-1]
        case 9 if isinstance(holder, dict):
            words = [k for h, k in _places(tree) if isinstance(h, dict)]
            holder[words[int(rng.integers(len(words)))]] = deepcopy(value)
        case _:
            holder[key] = None


def _rename(holder: Any, key: Any, rng: np.random.Generator) -> None:
    if isinstance(holder, dict):
        word = rng.choice(["", "x" * 300, "a.b", f"{key}s", key[:-1], "name", "ground", "a b", "é"])
        holder[str(word)] = holder.pop(key)
    else:
        holder.insert(0, holder.pop(key))


def _retyped(value: Any, rng: np.random.Generator) -> Any:
    if isinstance(value, dict):
        return list(value.values()) if rng.random() < 0.5 else list(value)
    if isinstance(value, list):
        return {str(k): item for k, item in enumerate(value)} if rng.random() < 0.5 else str(value)
    return (
        str(value)
        if not isinstance(value, str)
        else [value, True, {value: value}][int(rng.integers(3))]
    )


def _letters(text: str, rng: np.random.Generator) -> str:
    at = int(rng.integers(len(text)))
    length = int(rng.choice([1, 2, 8, 40]))
    more = str(
        rng.choice(["", "\n", ":", "- ", "[", "{", "*a", "&a ", "!!x ", "\t", "0", "e", "-"])
    )
    match int(rng.integers(3)):
        case 0:
            return text[:at] + text[at + length :]
        case 1:
            return text[:at] + more + text[at:]
        case _:
            return text[:at] + text[at : at + length] * 2 + text[at + length :]
