"""Secret iCal feeds of what vehicles are taken for."""
