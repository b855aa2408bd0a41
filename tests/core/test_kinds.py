"""What the core knows of joint kinds is what the model declares of them."""

import pytest

from treetop.core.tables.kinds import ABOUT_Z, ATTITUDE, JOINTS, KINDS
from treetop.model.joints import JOINT_KINDS


def test_every_kind_of_the_model_has_a_record():
    assert set(JOINT_KINDS) | {"deformation", "station"} == set(JOINTS)


@pytest.mark.parametrize("kind", JOINT_KINDS.values(), ids=lambda kind: kind.kind)
def test_records_agree_with_what_kinds_declare(kind):
    record = JOINTS[kind.kind]
    for quantities, places in zip((kind.coordinates, kind.speeds), record.lengths, strict=True):
        units = [each.unit for each in quantities for _ in range(each.size)]
        lengths = [k for k, unit in enumerate(units) if unit in ("m", "m/s")]
        assert list(places) == lengths
    assert record.attitude == (4 in [each.size for each in kind.coordinates])
    assert record.attitude == (KINDS[kind.kind] in ATTITUDE)
    angles = [each.unit for each in kind.coordinates].count("rad")
    assert record.about_z == (angles == 1)
    assert record.about_z == (KINDS[kind.kind] in ABOUT_Z)
