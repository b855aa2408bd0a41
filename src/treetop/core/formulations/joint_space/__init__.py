"""What formulations in joint coordinates share."""
