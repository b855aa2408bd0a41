"""Earth orientation by days: files of the IERS, interpolation, dates that are refused."""

import numpy as np
import pytest

import treetop as tt
from treetop.environment.earth_orientation import ARCSEC, orientation_table, part_of
from treetop.environment.frames import itrf_from_gcrf, rotation_matrices
from treetop.environment.rotation import earth_rotation
from treetop.formats.attachments import attachments
from treetop.formats.yaml.load import dumps, loads, save

DAY = 86400.0
FIRST = 57740  # 2016-12-18; a leap second came at the end of the year
DUT1 = [-0.39 - 0.001 * k + (1.0 if FIRST + k >= 57754 else 0.0) for k in range(30)]
XP, YP = (
    [a + b * k + c * k * k for k in range(30)] for a, b, c in ((0.1, 2e-3, 1e-5), (0.3, -1e-3, 0))
)
EPOCH = "2016-12-25T00:00:00 UTC"


def finals(days=range(30)):
    """Lines in the columns of finals2000A, the last of them without values, as in predictions."""
    rows = [
        f"16 1 1 {FIRST + k:8.2f} I {XP[k]:9.6f} 0.000090 {YP[k]:9.6f} 0.000090"
        f"  I{DUT1[k]:10.7f} 0.0000100"
        for k in days
    ]
    return "\n".join([*rows, f"17 117 {FIRST + 30:8.2f}", ""]).encode()


def oriented(tmp_path, content=None):
    path = tmp_path / "finals.txt"
    path.write_bytes(finals() if content is None else content)
    return tt.EarthOrientation(file=str(path))


def test_days_have_their_values_and_leap_seconds_do_not_show(tmp_path):
    epoch = tt.Epoch(EPOCH, oriented(tmp_path))
    days = np.arange(20)
    noon = days * DAY + (days >= 7)  # at 0 h of UTC, one second later after the leap second
    jd, utc = epoch.jd("UT1", noon), epoch.jd("UTC", noon)
    ut1_utc = ((jd[0] - utc[0]) + (jd[1] - utc[1])) * DAY
    assert ut1_utc == pytest.approx(DUT1[7:27], abs=2e-9)
    xp, yp = epoch.pole(noon)
    assert xp == pytest.approx(ARCSEC * np.array(XP[7:27]), abs=1e-14)
    assert yp == pytest.approx(ARCSEC * np.array(YP[7:27]), abs=1e-14)
    half = epoch.pole(3.5 * DAY)[0] / ARCSEC  # a quadratic is met between days, too
    assert half == pytest.approx(0.1 + 2e-3 * 10.5 + 1e-5 * 10.5**2, abs=1e-9)


def test_tables_of_rotation_follow_it(tmp_path):
    epoch = tt.Epoch(EPOCH, oriented(tmp_path))
    t = np.linspace(0.0, 9.9 * DAY, 57)
    table = rotation_matrices(earth_rotation(epoch, 10 * DAY), t)
    assert np.abs(table - itrf_from_gcrf(epoch, t)).max() < 1e-11
    still = tt.Epoch(EPOCH, tt.EarthOrientation(DUT1[7], XP[7] * ARCSEC, YP[7] * ARCSEC))
    apart = np.abs(table - itrf_from_gcrf(still, t)).max(axis=(1, 2))
    assert apart[0] < 1e-11 and apart[-1] > 5e-7  # 10 ms and 0.02 arcsec later


def test_dates_outside_the_file_are_refused(tmp_path):
    given = oriented(tmp_path)
    with pytest.raises(tt.ModelError, match=r"no Earth orientation on 2017-02-01 .*2017-01-16"):
        tt.Epoch("2017-02-01T00:00:00 UTC", given).ut1_minus_tt()
    model = tt.Model("craft", epoch=tt.Epoch("2017-02-01T00:00:00 UTC", given))
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("bus", 1, [1, 1, 1]))
    model.set_environment(tt.Earth())
    with pytest.raises(tt.ModelError, match=r"epoch.orientation: .*finals.txt' has no Earth"):
        model.build()
    model.epoch = tt.Epoch(EPOCH, given)
    system = model.build()
    with pytest.raises(tt.ModelError, match="no Earth orientation on 2017-01-24"):
        start = system.state(flight=tt.Orbit(height="500 km"))
        tt.simulate(system, start, duration="30 days")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"nothing\n", "is not such a file"),
        (finals([*range(9), *range(10, 20)]), "the day after 2016-12-26 is missing"),
    ],
)
def test_files_that_are_wrong(tmp_path, content, said):
    with pytest.raises(tt.ModelError, match=said):
        oriented(tmp_path, content)


def test_what_cannot_be_given_together(tmp_path):
    with pytest.raises(tt.ModelError, match="has the orientation, and dut1 is given, too"):
        tt.EarthOrientation(0.1, file=str(oriented(tmp_path).file))
    with pytest.raises(tt.ModelError, match="no-such-file"):
        tt.EarthOrientation(file="no-such-file")


def test_a_part_of_a_file_is_as_good_as_all_of_it():
    whole, part = (
        orientation_table(content, "")
        for content in (finals(), part_of(finals(), FIRST + 10, FIRST + 14))
    )
    days = np.linspace(FIRST + 10, FIRST + 14, 33)
    assert part.last - part.first == pytest.approx(10.0, abs=1e-4)
    assert (part.at((2400000.5, days)) == whole.at((2400000.5, days))).all()


def test_model_files_and_results_carry_the_days_along(tmp_path):
    (tmp_path / "finals.txt").write_bytes(finals())
    path = tmp_path / "craft.yaml"
    text = "treetop: 1\nepoch: {time: 2016-12-25T00:00:00 UTC, orientation: %s}\n"
    text += (
        "environment: {kind: earth, span: 5 days}\nbodies: {bus: {mass: 1, inertia: [1, 1, 1]}}\n"
    )
    text += "joints: {flight: {kind: free, outboard: bus}}\n"
    path.write_text(text % "finals.txt")
    model = tt.load(path)
    assert model.epoch == tt.Epoch(EPOCH, model.epoch.orientation)
    held = attachments(model)
    assert len(held["finals.txt"].splitlines()) == 11
    again = loads(dumps(model), held=held)
    times = np.linspace(0.0, 5 * DAY, 11)
    assert (again.epoch.ut1_minus_tt(times) == model.epoch.ut1_minus_tt(times)).all()
    (tmp_path / "elsewhere").mkdir()
    save(model, tmp_path / "elsewhere" / "craft.yaml")
    assert tt.load(tmp_path / "elsewhere" / "craft.yaml") == model
    for name, said in (
        ("none.txt", ":2: epoch.orientation.*none.txt"),
        ("../finals.txt", "beside"),
    ):
        path.write_text(text % name)
        with pytest.raises(tt.ModelError, match=said):
            tt.load(path)


@pytest.mark.peers
def test_astropy_reads_the_same_days():
    iers = pytest.importorskip("astropy.utils.iers")
    data = pytest.importorskip("astropy_iers_data")
    ours = tt.EarthOrientation(file=data.IERS_A_FILE).table
    theirs = iers.IERS_A.open(data.IERS_A_FILE)
    days = np.arange(58000, 58100)
    rows = np.searchsorted(theirs["MJD"].value, days)
    ut1, xp, yp = ours.at((2400000.5, days + 69.184 / DAY)).T
    assert xp == pytest.approx(theirs["PM_x_A"][rows].to_value("rad"), abs=1e-14)
    assert yp == pytest.approx(theirs["PM_y_A"][rows].to_value("rad"), abs=1e-14)
    assert ut1 + 37.0 == pytest.approx(theirs["UT1_UTC_A"][rows].to_value("s"), abs=1e-9)
