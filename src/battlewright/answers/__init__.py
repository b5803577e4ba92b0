"""What people and programs are told about any battle: offers, questions, reports, guides, advice."""
