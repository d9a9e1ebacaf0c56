"""The shell command `commonplace`."""
