#!/bin/sh
# PgBouncer in transaction mode. Passwords are known only at the start, so its two files are written then.
set -eu
umask 077
printf '"abano_app" "%s"\n"abano_reporting" "%s"\n' "$APP_PASSWORD" "$REPORTING_PASSWORD" >/tmp/users.txt
cat >/tmp/pgbouncer.ini <<INI
[databases]
abano = host=${POSTGRES_HOST:-postgres} port=${POSTGRES_PORT:-5432} dbname=abano connect_query='set statement_timeout = "15s"'
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = ${LISTEN_PORT:-6432}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /tmp/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
INI
exec pgbouncer /tmp/pgbouncer.ini
