"""Handover and return of vehicles."""
