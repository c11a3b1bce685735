"""Experiments with the quiz: two or more versions at chosen shares, ended by a rule that is stated beforehand."""
