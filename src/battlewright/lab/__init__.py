"""Studies: many battles, and what they come to. Systems are known through their contract only."""
