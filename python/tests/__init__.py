"""Tests of `commonplace_memory`."""
