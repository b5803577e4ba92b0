"""Files and set-ups, and the setting made from them."""
