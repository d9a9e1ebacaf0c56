"""The methods of both clients, made from src/v1 by `npm run python:contract`."""
