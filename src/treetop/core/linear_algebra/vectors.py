"""Sums over rows of numbers: four at a time where the compiler may not change the order itself."""

from treetop.core.compiler import kernel


@kernel
def inner(a, b):
    """The inner product of two rows of one length."""
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    n = a.size
    for k in range(0, n - 3, 4):
        one += a[k] * b[k]
        two += a[k + 1] * b[k + 1]
        three += a[k + 2] * b[k + 2]
        four += a[k + 3] * b[k + 3]
    for k in range(n - n % 4, n):
        one += a[k] * b[k]
    return (one + two) + (three + four)


@kernel
def add_multiple(a, factor, b):
    """Add a multiple of row b to row a."""
    for k in range(a.size):
        a[k] += factor * b[k]


@kernel
def swap(a, b):
    for k in range(a.size):
        a[k], b[k] = b[k], a[k]


@kernel
def forward(L, n, x):
    """Solve ``L x = b`` with the first n rows of L, lower triangular; x holds b before."""
    for i in range(n):
        x[i] = (x[i] - inner(L[i, :i], x[:i])) / L[i, i]


@kernel
def backward(L, n, x):
    """Solve ``Lᵀ x = b`` likewise."""
    for i in range(n - 1, -1, -1):
        x[i] /= L[i, i]
        add_multiple(x[:i], -x[i], L[i, :i])


@kernel
def greatest(values):
    """The greatest size of a value; not a number if one is not."""
    largest = 0.0
    for value in values:
        if not abs(value) <= largest:
            largest = abs(value)
    return largest
