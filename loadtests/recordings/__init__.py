"""Recordings: people's days at the product, played in a real browser.

    python -m loadtests.recordings [NAME …]

Each is an animated picture under ``build/recordings/`` and a row of its table: what was done, how long the person
took by the keystroke-level model, and how long the machine kept her waiting.
Bounded, on 127.0.0.1 only, exits when done.
"""
