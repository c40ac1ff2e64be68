"""Readers and writers of lists, one small module a target."""
