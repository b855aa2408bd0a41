"""Files as Nastran writes them, for tests."""

import struct

import numpy as np


def op4_binary(matrices, mark="<", word=4, sparse=False, big=False):
    """OUTPUT4 in binary, of double numbers: full columns from first to last entry, or strings."""
    whole = {4: "i", 8: "q"}[word]

    def record(content):
        length = struct.pack(f"{mark}i", len(content))
        return length + content + length

    def integers(*values):
        return struct.pack(f"{mark}{len(values)}{whole}", *values)

    content = b""
    for name, matrix in matrices.items():
        rows, columns = matrix.shape
        kind = 2 if word == 4 else 1
        head = integers(columns, -rows if big else rows, 2, kind)
        content += record(head + name.ljust(2 * word).encode())
        for j in range(columns):
            data, first, words = b"", 0, 0
            for a, b in runs(matrix[:, j], sparse):
                part = np.ascontiguousarray(matrix[a:b, j], f"{mark}f8").tobytes()
                count = len(part) // word
                if not sparse:
                    data, first, words = part, a + 1, count
                    continue
                header = (count + 1, a + 1) if big else (65536 * (count + 1) + a + 1,)
                data += integers(*header) + part
                words += count + len(header)
            if data:
                content += record(integers(j + 1, first, words) + data)
        content += record(integers(columns + 1, 1, 1) + struct.pack(f"{mark}d", 1.0))
    return content


def op4_text(matrices, sparse=False, big=False):
    """OUTPUT4 in text, three double numbers a line."""
    lines = []
    for name, matrix in matrices.items():
        rows, columns = matrix.shape
        lines.append(f"{columns:8d}{-rows if big else rows:8d}{2:8d}{2:8d}{name:8s}1P,3E23.16")
        for j in range(columns):
            parts, first, words = [], 0, 0
            for a, b in runs(matrix[:, j], sparse):
                values = matrix[a:b, j]
                if sparse:
                    count = 2 * (b - a)
                    header = (count + 1, a + 1) if big else (65536 * (count + 1) + a + 1,)
                    parts.append("".join(f"{value:8d}" for value in header))
                    words += count + len(header)
                else:
                    first, words = a + 1, b - a
                for k in range(0, len(values), 3):
                    parts.append("".join(f"{value:23.16E}" for value in values[k : k + 3]))
            if parts:
                lines += [f"{j + 1:8d}{first:8d}{words:8d}", *parts]
        lines += [f"{columns + 1:8d}{1:8d}{1:8d}", f"{1.0:23.16E}"]
    return "\n".join(lines) + "\n"


def runs(column, sparse):
    """First and last entries that are not zero, of each run of them or of all."""
    found = np.flatnonzero(column)
    if not len(found):
        return []
    if not sparse:
        return [(found[0], found[-1] + 1)]
    ends = np.flatnonzero(np.diff(found) > 1)
    starts = np.concatenate([[0], ends + 1])
    return [(found[a], found[b] + 1) for a, b in zip(starts, [*ends, len(found) - 1], strict=True)]


def dmig(name, matrix, degrees):
    """DMIG cards in large fields, the lower triangle of a matrix, as EXTOUT punches them."""
    lines = [f"DMIG    {name:8s}{0:8d}{6:8d}{2:8d}{0:8d}{'':16s}{len(matrix):8d}"]
    for j, (grid, component) in enumerate(degrees):
        below = [i for i in range(j, len(degrees)) if matrix[i, j] != 0]
        if below:
            lines.append(f"DMIG*   {name:16s}{grid:16d}{component:16d}")
            for i in below:
                value = f"{matrix[i, j]:.9E}".replace("E", "D")
                lines.append(f"*       {degrees[i][0]:16d}{degrees[i][1]:16d}{value:>16s}")
    return "\n".join(lines) + "\n"


def punched_modes(values, shapes):
    """Eigenvectors as VECTOR(PUNCH) = ALL writes them; shapes (6, modes) by grid point."""
    lines = []

    def numbered(text):
        lines.append(f"{text:72s}{len(lines) + 1:8d}")

    for k, value in enumerate(values):
        for text in ("TITLE   = BOOM", "SUBTITLE=", "LABEL   =", "EIGENVECTOR", "REAL OUTPUT"):
            numbered(f"${text}")
        numbered("$SUBCASE ID =           1")
        numbered(f"$EIGENVALUE = {value:14.7E}  MODE = {k + 1:5d}")
        for grid, shape in shapes.items():
            x = [f"{number:18.6E}" for number in shape[:, k]]
            numbered(f"{grid:10d}{'G':>8s}{x[0]}{x[1]}{x[2]}")
            numbered(f"{'-CONT-':18s}{x[3]}{x[4]}{x[5]}")
    return "\n".join(lines) + "\n"
