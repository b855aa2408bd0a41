"""The world around a model: planets, and what is around them."""
