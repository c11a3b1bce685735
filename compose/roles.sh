#!/bin/sh
# Runs once, when the database folder is new: the two roles that Abano serves as, each with its own password.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set app="$APP_PASSWORD" --set reporting="$REPORTING_PASSWORD" <<'SQL'
create role abano_app login password :'app' nosuperuser nocreatedb nocreaterole nobypassrls;
create role abano_reporting login password :'reporting' nosuperuser nocreatedb nocreaterole nobypassrls;
SQL
