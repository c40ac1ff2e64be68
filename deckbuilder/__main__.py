"""`python -m deckbuilder` is the command `deckbuilder`."""

from deckbuilder.cli.main import main

if __name__ == "__main__":
    main()
