"""Studies of many battles. They know systems through the contract only."""
