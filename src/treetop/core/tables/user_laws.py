"""Functions defined by the user, of which a table names each row's by number."""

from treetop.core.compiler import compiled_function, inlinable


def chosen_by_number(none, or_else, numbered, signature):
    """One compiled function that calls the one of a number.

    Parameters
    ----------
    none : function
        What is called where no function has the number.
    or_else : function
        Makes, of a number, its function and the function for all others, the one that chooses.
    numbered : iterable of (int, function)
        The functions, as kernels.
    signature : tuple
        Samples of what is returned and taken.
    """
    chain = none
    for number, function in numbered:
        chain = or_else(number, function, inlinable(chain))
    return compiled_function(chain, *signature)
