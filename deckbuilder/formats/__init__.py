"""Formats: what is legal, as data; the kinds of rule, and the problems they find."""
