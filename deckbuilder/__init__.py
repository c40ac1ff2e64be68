"""Legal decks, practice drafts and event lists for four card and miniature games."""

__version__ = "0.1.0"
