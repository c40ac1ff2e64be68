"""`--scenarios FILE` runs the worked scenarios of another file of the same form as well."""

from __future__ import annotations


def pytest_addoption(parser):
    parser.addoption(
        "--scenarios", metavar="FILE", help="a file of worked scenarios to run as tests"
    )
