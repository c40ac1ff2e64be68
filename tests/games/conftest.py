"""`--drafts N` runs so many drafts of each kind through the table and the batch engine."""

from __future__ import annotations


def pytest_addoption(parser):
    parser.addoption(
        "--drafts", type=int, default=40, metavar="N", help="drafts of each kind in both engines"
    )
