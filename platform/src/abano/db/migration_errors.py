"""Why the schema could not be brought up to date; imported without Alembic and SQLAlchemy, which take long."""


class CannotMigrate(Exception):
    """The schema was not brought up to date; the message is a sentence for the operator."""


class MigrationFailed(CannotMigrate):
    """A migration failed and changed nothing; those before it stay."""


class RolesMissing(CannotMigrate):
    """The owner can neither create the roles that serve nor act as them; the message has the statement to run."""
