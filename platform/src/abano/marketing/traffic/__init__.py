"""Where visitors come from: clicks of ads, visits of affiliate links, journeys over pages, and their consent."""
