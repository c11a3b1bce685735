"""Car illustrations: one module a car, each view a function that returns a finished SVG."""
