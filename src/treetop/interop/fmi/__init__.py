"""FMI, the Functional Mock-up Interface (fmi-standard.org): models as FMUs, and FMUs in a model."""
