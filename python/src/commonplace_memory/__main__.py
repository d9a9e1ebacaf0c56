"""`python -m commonplace_memory` is the shell command."""

from .shell import main

if __name__ == "__main__":
    main()
