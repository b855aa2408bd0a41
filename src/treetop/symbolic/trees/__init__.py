"""From a model to its equations of motion, in symbols."""
