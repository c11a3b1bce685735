"""Files: photos and documents, on disk or in a bucket."""
