"""The quiz as its company changes it: a draft, its problems and branches, and the versions that it becomes."""
