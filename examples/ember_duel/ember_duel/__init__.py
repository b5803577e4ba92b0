"""The Ember duel: two mages, their health, and the embers that they spend."""
