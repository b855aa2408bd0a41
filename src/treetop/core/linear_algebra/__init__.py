"""Linear algebra for kernels: in arrays that they are given, without making any."""
