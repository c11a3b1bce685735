"""People of the admin console for tests, and the emails they are sent."""

from dataclasses import dataclass
from uuid import UUID, uuid4

import httpx
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.accounts.access.rights import Role
from abano.core.clock import SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.messaging.outbox.outbox import open_link
from abano.team.users.users import create_admin
from abano.tenancy.directory.tenant import Tenant

PASSWORD = "a password for tests"


@dataclass(frozen=True)
class Person:
    """Someone with an account, and a browser of theirs."""

    id: UUID
    email: str
    client: httpx.AsyncClient


async def add_person(db: Database, tenant: Tenant, role: Role, name: str = "Nino") -> tuple[UUID, str]:
    """A new admin with ``PASSWORD``; answers id and email."""
    email = f"{role}-{uuid4().hex[:12]}@example.com"
    admin = await create_admin(
        db, tenant.id, email=email, password=PASSWORD, name=name, role=role, clock=SystemClock()
    )
    return admin.id, email


async def signed_in_person(
    db: Database, tenant: Tenant, role: Role, client_of: ClientFactory, sign_in: SignIn
) -> Person:
    """A new admin of this role, signed in with their own browser."""
    person_id, email = await add_person(db, tenant, role)
    client = client_of(tenant.primary_host)
    await sign_in(client, email, PASSWORD)
    return Person(person_id, email, client)


def newest_token(query_admin_sql: AdminSql, settings: Settings, kind: str) -> str:
    """The token behind the # of the newest email's link."""
    (payload,) = query_admin_sql(
        "select payload from outbox_messages where kind = %s order by created_at desc, id desc limit 1", kind
    )[0]
    link = open_link(payload, settings.secret_key.get_secret_value())["link"]
    return str(link).partition("#")[2]


def audited(query_admin_sql: AdminSql, action: str) -> int:
    """Number of audit entries of an action."""
    return int(query_admin_sql("select count(*) from audit_log where action = %s", action)[0][0])
