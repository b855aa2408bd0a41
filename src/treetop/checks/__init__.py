"""What is wrong with a model, in words."""
