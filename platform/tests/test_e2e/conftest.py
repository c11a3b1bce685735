"""Makes the running product and the browser known to pytest."""

from conftest_e2e import browser, stack

__all__ = ["browser", "stack"]
