"""Laws that are run at sample times: controllers, and what they read and write."""
