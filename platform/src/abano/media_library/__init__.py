"""Photographs, drawings and films that a company shows: uploaded, prepared by the worker, served for ever."""
