"""Reports of rentals: revenue and occupancy by vehicle, model, month, place and source."""
