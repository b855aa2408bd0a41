"""Readers and writers of models."""
