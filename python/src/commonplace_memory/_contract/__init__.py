"""The contract of v1, made from src/v1 by `npm run python:contract`."""
