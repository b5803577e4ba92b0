"""What every system stands on: records, rules, nodes, dice, events, sessions and replays."""
