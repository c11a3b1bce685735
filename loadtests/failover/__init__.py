"""Postgres under Patroni loses its primary in several ways while people book: is anything acknowledged gone?"""
