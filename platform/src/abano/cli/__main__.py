"""Runs a command: ``python -m abano.cli``."""

from abano.cli import main

main()
