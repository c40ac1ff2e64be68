"""Registration sheets: what stands on them, where, and how they are drawn."""
