"""The generator of random bits against the vectors published with it."""

import pytest

from treetop.core.sensors.philox import philox, product

ONES = 0xFFFFFFFF
# Random123, kat_vectors: philox4x32 with 10 rounds.
KNOWN = {
    (0, 0, 0, 0, 0, 0): (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    (ONES,) * 6: (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0): (
        *(0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
}


@pytest.mark.parametrize(("counter_and_key", "words"), KNOWN.items())
def test_known_answers(counter_and_key, words):
    assert philox(*counter_and_key) == words


def test_product_of_two_words(rng):
    for a, b in rng.integers(0, ONES, (100, 2), endpoint=True).tolist():
        assert product(a, b) == divmod(a * b, 2**32)
