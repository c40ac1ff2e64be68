"""The table that every draft and every game runs on: seats, chance, logs, replay."""
