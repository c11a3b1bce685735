"""The warehouse's schema in versions, each applied once, in order, when the warehouse is opened.

Fact tables keep every version of a row that was read; the newest row_xid wins when counting, and compaction drops
the others. So taking in a batch only ever appends, whatever the size of the table.
"""

import duckdb

from abano_analytics.feed_tables import (
    BOOKING_TOUCHES,
    BOOKINGS,
    FEED_TABLES,
    JOURNEY_EVENTS,
    QUIZ_SESSIONS,
    VEHICLE_RESERVATIONS,
    VEHICLE_STATES,
    VEHICLES,
    FeedTable,
)


def create_table(table: FeedTable) -> str:
    columns = ", ".join(f'"{column}" {kind}' for column, kind in table.columns.items())
    return f"create table if not exists {table.name} ({columns})"


# A new warehouse begins with the tables as they are now; later versions must leave those as they are.
_FIRST: tuple[str, ...] = (
    *(create_table(table) for table in FEED_TABLES),
    # One row: which Postgres this is a copy of, and whether a first complete pass has been made.
    """create table warehouse (
         store_id uuid not null, source_id varchar, is_complete boolean not null, data_through timestamptz)""",
    "insert into warehouse values (uuid(), null, false, null)",
    # Rows of transactions below next_xid are in.
    "create table watermarks (table_name varchar not null, next_xid bigint not null)",
    *(f"insert into watermarks values ('{table.name}', 0)" for table in FEED_TABLES),  # noqa: S608 - constants
    """create table tenants (
         tenant_id uuid not null, slug varchar not null, status varchar not null, timezone varchar not null,
         currency varchar not null)""",
    # Counts up whenever something of that tenant changed: an unchanged answer needs no work.
    "create table tenant_changes (tenant_id uuid not null, version bigint not null)",
)

# For incremental refresh. Versions superseded before floor_xid may be gone; below settled_xid all are. The epoch
# counts how often rows of a tenant were dropped that nothing superseded.
_INCREMENTAL: tuple[str, ...] = (
    "alter table watermarks add column floor_xid bigint default 0",
    "alter table watermarks add column settled_xid bigint default 0",
    "alter table tenant_changes add column epoch bigint default 0",
)

# Set by a copy that does not write itself; whichever writes rebuilds the warehouse.
_REBUILD_ASKED: tuple[str, ...] = ("alter table warehouse add column is_rebuild_asked boolean",)

# Erasures of transactions below next_xid were followed.
_ERASURES: tuple[str, ...] = (
    "create table erasures_followed (next_xid bigint not null)",
    "insert into erasures_followed values (0)",
)

# Below it each key is there in one version only.
_COMPACTED: tuple[str, ...] = ("alter table watermarks rename column settled_xid to compacted_below",)

_RENTAL_COLUMNS = ("car_id", "source", "no_show", "affiliate_id", "pickup_location", "pickup_at", "return_at")
_FLEET = (VEHICLES, VEHICLE_STATES, VEHICLE_RESERVATIONS)

# For reports. Bookings are read again, with the columns that they lacked; there are no figures until they are in.
_REPORTS: tuple[str, ...] = (
    *(
        f"alter table bookings add column if not exists {column} {BOOKINGS.columns[column]}"
        for column in _RENTAL_COLUMNS
    ),
    *(create_table(table) for table in _FLEET),
    "delete from bookings",
    "update warehouse set is_complete = false",
    """update watermarks set next_xid = 0, floor_xid = 0, compacted_below = 0
       where table_name = 'bookings'""",
    *(
        f"""insert into watermarks select '{table.name}', 0, 0, 0
            where '{table.name}' not in (select table_name from watermarks)"""  # noqa: S608 - constants
        for table in _FLEET
    ),
    "update tenant_changes set version = version + 1, epoch = epoch + 1",
)

# To filter by. Sessions are read again: those from before the columns were read may have values.
_TRAITS: tuple[str, ...] = (
    *(
        f"alter table quiz_sessions add column if not exists {column} {QUIZ_SESSIONS.columns[column]}"
        for column in ("language", "country", "is_returning")
    ),
    "delete from quiz_sessions",
    "update warehouse set is_complete = false",
    """update watermarks set next_xid = 0, floor_xid = 0, compacted_below = 0
       where table_name = 'quiz_sessions'""",
    "update tenant_changes set version = version + 1, epoch = epoch + 1",
)

# For attribution. Until the touches are in, a booking counts for the session that it is attributed to.
_TOUCHES: tuple[str, ...] = (
    create_table(BOOKING_TOUCHES),
    """insert into watermarks select 'booking_touches', 0, 0, 0
       where 'booking_touches' not in (select table_name from watermarks)""",
)

# For journeys. The table is read from its beginning; the other figures stay meanwhile.
_JOURNEYS: tuple[str, ...] = (
    create_table(JOURNEY_EVENTS),
    f"""insert into watermarks select '{JOURNEY_EVENTS.name}', 0, 0, 0
        where '{JOURNEY_EVENTS.name}' not in (select table_name from watermarks)""",  # noqa: S608 - constants
)

# To filter visits by. They are read again, as they were with the columns; the other figures stay meanwhile.
_VISIT_TRAITS: tuple[str, ...] = (
    *(
        f"alter table journey_events add column if not exists {column} {JOURNEY_EVENTS.columns[column]}"
        for column in ("utm_term", "utm_content", "country", "is_returning")
    ),
    "delete from journey_events",
    """update watermarks set next_xid = 0, floor_xid = 0, compacted_below = 0
       where table_name = 'journey_events'""",
    "update tenant_changes set version = version + 1, epoch = epoch + 1",
)

VERSIONS: tuple[tuple[str, ...], ...] = (
    _FIRST,
    _INCREMENTAL,
    _REBUILD_ASKED,
    _ERASURES,
    _COMPACTED,
    _REPORTS,
    _TRAITS,
    _TOUCHES,
    _JOURNEYS,
    _VISIT_TRAITS,
)


def migrate(conn: duckdb.DuckDBPyConnection) -> None:
    """Apply the schema versions that are missing, inside the caller's transaction."""
    conn.execute("create table if not exists schema_version (version integer not null)")
    row = conn.execute("select coalesce(max(version), 0) from schema_version").fetchone()
    applied = int(row[0]) if row else 0
    if applied > len(VERSIONS):
        raise duckdb.DataError(f"the warehouse has schema version {applied}, newer than this program")
    for number, statements in enumerate(VERSIONS[applied:], start=applied + 1):
        for statement in statements:
            conn.execute(statement)
        conn.execute("insert into schema_version values (?)", [number])
