"""Reports: statistics of decks, figures, registration sheets and event books."""
