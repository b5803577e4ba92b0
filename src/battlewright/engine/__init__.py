"""The engine that every system is built on: records, rules, nodes, dice, events, sessions and replays."""
