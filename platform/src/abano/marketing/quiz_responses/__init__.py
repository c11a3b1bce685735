"""What visitors wrote in the quiz: texts and contacts."""
