"""What the lab counts and reports of Formations battles."""
