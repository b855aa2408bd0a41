"""Philox 4x32-10, a counter-based generator of random bits.

Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC11).  A counter of four
words and a key of two give four words of 32 bits; nothing is remembered from one call to the next.
Words are kept in integers of 64 bits with a sign, products of two in pieces that fit.
"""

from treetop.core.compiler import kernel

ROUNDS = 10
M0, M1 = 0xD2511F53, 0xCD9E8D57
W0, W1 = 0x9E3779B9, 0xBB67AE85
WORD = 0xFFFFFFFF


@kernel
def product(a, b):
    """The upper and the lower word of the product of two words."""
    low, high = a * (b & 0xFFFF), a * (b >> 16)
    low_word = (low + ((high & 0xFFFF) << 16)) & WORD
    return (high + (low >> 16)) >> 16, low_word


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """Four random words of a counter and a key."""
    for _ in range(ROUNDS):
        high0, low0 = product(M0, c0)
        high1, low1 = product(M1, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = (k0 + W0) & WORD, (k1 + W1) & WORD
    return c0, c1, c2, c3
