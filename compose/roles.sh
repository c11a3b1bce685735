#!/bin/sh
# Runs once, when the database folder is new: the roles that Abano serves as, each with its own password, and the
# place for the catalog of a DuckLake warehouse.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set app="$APP_PASSWORD" --set reporting="$REPORTING_PASSWORD" \
  --set warehouse="$WAREHOUSE_PASSWORD" <<'SQL'
create role abano_app login password :'app' nosuperuser nocreatedb nocreaterole nobypassrls;
create role abano_reporting login password :'reporting' nosuperuser nocreatedb nocreaterole nobypassrls;
-- For the operator console, which is off: it cannot sign in without a password.
create role abano_operator nologin nosuperuser nocreatedb nocreaterole nobypassrls;
create role abano_warehouse login password :'warehouse' nosuperuser nocreatedb nocreaterole nobypassrls;
create database abano_warehouse owner abano_warehouse;
SQL
