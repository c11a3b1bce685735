"""Events that the company defines over the pages and presses of visits."""
