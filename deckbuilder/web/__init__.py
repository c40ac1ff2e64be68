"""The local web page: the same decks, drafts, verdicts and logs as on the command line."""
