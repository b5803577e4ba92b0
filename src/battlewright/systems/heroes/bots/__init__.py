"""Candidates, evaluation, and the tables that bots look up."""
