"""The match server: HTTP, WebSocket and pages. No rules in here: everything is asked of matches and systems."""
