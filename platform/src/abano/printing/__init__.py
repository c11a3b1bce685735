"""Documents on paper: PDF files in every language of the product.

Who needs one says what stands in it (``document``); ``pdf`` lays it out, in one typeface and one style for all.
"""
