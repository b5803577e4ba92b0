"""How Alembic runs the migrations: on the connection that it is given."""

from __future__ import annotations

from alembic import context

from battlewright.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
