"""The deck: sections of counted cards, its identity and its arithmetic."""
