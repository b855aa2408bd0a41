"""A prospector goes round an asteroid that is no ball, with its rotation and against it."""

import numpy as np

import treetop as tt

SIZE = np.array([480.0, 300.0, 260.0])  # half axes of the ellipsoid under the bumps, m
DENSITY, PERIOD = 1900.0, 5.2 * 3600.0  # kg/m³, and of the rotation, s
DISTANCE = 900.0  # m
DAY = 86400.0


def sphere(times: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners and faces of a unit sphere: an octahedron, its faces cut into four so many times."""
    corners = np.vstack([np.eye(3), -np.eye(3)])
    faces = [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]]
    for _ in range(times):
        points = [tuple(row) for row in corners.round(12)]
        number = {point: k for k, point in enumerate(points)}

        def middle(a: int, b: int, points: list = points, number: dict = number) -> int:
            half = np.add(points[a], points[b])
            point = tuple((half / np.linalg.norm(half)).round(12))
            if point not in number:
                number[point] = len(points)
                points.append(point)
            return number[point]

        finer = []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            finer += [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
        corners, faces = np.array(points), finer
    return corners, np.array(faces)


def asteroid(gradient: bool = True) -> tt.Planet:
    """An ellipsoid with a waist and a bump, turning about its z axis."""
    corners, faces = sphere(3)
    x, y, z = corners.T
    waist = 1.0 - 0.25 * np.exp(-((x / 0.25) ** 2))
    bump = 1.0 + 0.3 * np.exp(-((x - 0.7) ** 2 + (y - 0.6) ** 2 + (z - 0.3) ** 2) / 0.1)
    solid = tt.Polyhedron(corners * SIZE * (waist * bump)[:, None], faces, density=DENSITY)
    turning = tt.UniformRotation(2.0 * np.pi / PERIOD)
    return tt.Planet(gravity=solid, rotation=turning, gradient=gradient)


def prospector(inclination: str = "0 deg", gradient: bool = True) -> tt.Model:
    """On a circle, if the asteroid were a point mass."""
    model = tt.Model("prospector")
    looks = [tt.looks.Box([1.5, 1.5, 1.5]), tt.looks.Plate([8.0, 2.0])]
    bus = model.add_body("bus", 500.0, [900.0, 250.0, 1000.0], looks=looks)
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(asteroid(gradient))
    orbit = tt.Orbit(semi_major_axis=DISTANCE, inclination=inclination, attitude=tt.local(0, 0, 0))
    model.set_start("flight", orbit=orbit)
    return model


def main() -> None:
    for way, inclination in (("with", "0 deg"), ("against", "180 deg")):
        system = prospector(inclination).build()
        run = tt.simulate(system, system.start(), duration=2 * DAY, every=300.0)
        print(way, "the rotation:", run.audit())


if __name__ == "__main__":
    main()
