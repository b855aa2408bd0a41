"""Arrays that kernels read and write."""
