"""The bots of XENO.

Modules that say "kernel" hold plain functions over numbers and nested sequences. They run as
they are on lists, and compiled on arrays in the batch engine: one brain for both.
"""
