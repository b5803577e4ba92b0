"""What bots look at: the chances of a roll, the outlook of an engagement, and the ranking of choices."""
