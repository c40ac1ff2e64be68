"""The families of pages, a module each."""
