"""Runs a command: ``python -m abano.cli``."""

from abano.cli import main

if __name__ == "__main__":
    main()
