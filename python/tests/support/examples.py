"""The code examples in README files and docs/."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def examples_in(path: str) -> list[tuple[str, str]]:
    """Returns the name and the code of each example in Python. The name is path, number and the heading above it."""
    heading, found = "", list[tuple[str, str]]()
    text = (ROOT / path).read_text("utf-8")
    for title, code in re.findall(r"^#+ ([^\n]+)$|^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        heading = title or heading
        if code:
            found.append((f"{path} {len(found) + 1} {heading}", code))
    return found
