"""Support access: an operator looks at a company's console, as its owner allows, and every look is recorded."""
