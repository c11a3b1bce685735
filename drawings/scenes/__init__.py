"""Scenes, people and brand marks: hand-placed compositions drawn with one small kit."""
