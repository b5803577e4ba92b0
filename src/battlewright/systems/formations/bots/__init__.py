"""What bots look at: the chances of a roll, the chance to win an engagement, and the ranking of choices."""
