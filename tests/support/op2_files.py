"""OUTPUT2 files as Nastran writes them, for tests: geometry, matrices and eigenvectors."""

import struct

import numpy as np


class Op2Writer:
    """Blocks one after the other, of a byte order and a length of words."""

    def __init__(self, mark="<", word=4, label=True):
        self.mark, self.word = mark, word
        self.whole, self.real = f"{mark}i{word}", f"{mark}f{word}"
        self.content = b""
        if label:
            for record in (self.integers(3, 11, 18), b"NASTRAN FORT TAPE ID CODE - ", b"LABEL  "):
                self.part(record)
            self.keys(-1, 0)

    def integers(self, *values):
        return np.array(values, self.whole).tobytes()

    def reals(self, *values):
        return np.array(values, self.real).tobytes()

    def record(self, content):
        length = struct.pack(f"{self.mark}i", len(content))
        self.content += length + content + length

    def keys(self, *values):
        for value in values:
            self.record(self.integers(value))

    def part(self, content):
        self.keys(max(1, len(content) // self.word))
        self.record(content)

    def block(self, name, trailer, records, sort=0):
        """A block of logical records, each a list of parts."""
        self.part(name.ljust(2 * self.word).encode())
        self.keys(-1)
        self.part(self.integers(*trailer))
        self.keys(-2, 1, 0)
        self.part(name.ljust(2 * self.word).encode() + self.integers(170, 170))
        k = -3
        for parts in records:
            self.keys(k, 1, sort)
            for content in parts:
                self.part(content)
            k -= 1
        self.keys(k, 1, 0, 0)

    def matrix(self, name, matrix, single=False):
        """Columns of strings, double numbers unless said; columns of zeros have none."""
        rows, columns = matrix.shape
        kind = "f4" if single and self.word == 4 else "f8"
        records = []
        for j in range(columns):
            found = np.flatnonzero(matrix[:, j])
            strings = np.split(found, np.flatnonzero(np.diff(found) > 1) + 1) if len(found) else []
            records.append(
                [
                    self.integers(s[0] + 1) + matrix[s, j].astype(f"{self.mark}{kind}").tobytes()
                    for s in strings
                ]
            )
        trailer = (101, columns, rows, 6, 1 if single else 2, 0, 0)
        self.block(name, trailer, records, sort=1)

    def geometry(self, grids, systems=(), scalars=()):
        """GEOM1 with grid points (number, system, x, y, z, axes) and CORD2R (number, reference, 9
        numbers); GEOM2 with scalar points."""
        points = b"".join(
            self.integers(n, cp) + self.reals(x, y, z) + self.integers(cd, 0, 0)
            for n, cp, x, y, z, cd in grids
        )
        axes = b"".join(
            self.integers(n, 1, 2, reference) + self.reals(*numbers)
            for n, reference, *numbers in systems
        )
        half = len(points) // 2 // self.word * self.word  # a record may come in parts
        records = [[self.integers(4501, 45, 1) + points[:half], points[half:]]]
        if axes:
            records.insert(0, [self.integers(2101, 21, 8) + axes])
        self.block("GEOM1S", (102, 0, 0, 512, 0, 0, 0), records)
        if len(scalars):
            self.block("GEOM2S", (103,) + (0,) * 6, [[self.integers(5551, 49, 105, *scalars)]])

    def eigenvectors(self, values, shapes, scalars=()):
        """OUGV1 with shapes (6, modes) by grid point, and one number of scalar points."""
        records = []
        for k, value in enumerate(values):
            identity = self.integers(21, 7, 0, 1, k + 1) + self.reals(value)
            identity += self.integers(0, 0, 1, 8) + self.integers(*(0,) * 136)
            data = b""
            for grid, shape in shapes.items():
                data += self.integers(10 * grid + 1, 1) + self.reals(*shape[:, k])
            for number in scalars:
                data += self.integers(10 * number + 1, 2) + self.reals(1.0, 0, 0, 0, 0, 0)
            records += [[identity], [data]]
        self.block("OUGV1", (104,) + (0,) * 6, records)

    def whole_file(self):
        """All blocks, with the end of the file."""
        self.keys(0)
        return self.content
