"""Reports of rentals."""
