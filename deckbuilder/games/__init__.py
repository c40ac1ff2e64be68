"""What only one game knows, a folder a game, and the registry that finds them."""
