"""The checksum at the end of a file."""

from io import BytesIO

import pytest

from treetop.errors import TreetopError
from treetop.files import SEAL, is_sealed, require_seal, sealed


def test_every_bit_of_the_content_is_covered():
    whole = sealed(b"content")
    assert len(whole) == 7 + SEAL and is_sealed(BytesIO(whole), TreetopError)
    for place in range(len(whole)):
        for bit in range(8):
            changed = bytearray(whole)
            changed[place] ^= 1 << bit
            with pytest.raises(TreetopError, match="is damaged"):
                require_seal(BytesIO(changed), True, TreetopError)


def test_files_of_others_have_none():
    for content in (b"", b"content", b"x" * 500):
        assert not is_sealed(BytesIO(content), TreetopError)
        require_seal(BytesIO(content), False, TreetopError)
        with pytest.raises(TreetopError, match="edited"):
            require_seal(BytesIO(content), True, TreetopError)
