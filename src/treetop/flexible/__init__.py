"""Flexible bodies: structures of finite elements, their modes, and what dynamics needs of them."""
