"""`--scenarios FILE` runs the worked scenarios of a file of that form; `--seeds N` more duels."""

from __future__ import annotations


def pytest_addoption(parser):
    parser.addoption(
        "--scenarios", metavar="FILE", help="a file of worked scenarios to run as tests"
    )
    parser.addoption(
        "--seeds", type=int, metavar="N", help="so many seeds of duels that must fire abilities"
    )
