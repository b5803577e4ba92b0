"""What the lab counts and reports of Heroes battles."""
