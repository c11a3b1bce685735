#!/bin/sh
# Writes .env for production on one machine, with its own secrets. Never overwrites one: the database has its passwords.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env is there already; nothing was changed." >&2
  exit 1
fi
secret() { LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c 48; }
umask 077
{
  echo "# Keep a copy of this file in a safe: who restores a backup needs ABANO_SECRET_KEY for second factors."
  for name in ABANO_SECRET_KEY ABANO_INTERNAL_SECRET OWNER_PASSWORD APP_PASSWORD REPORTING_PASSWORD \
    WAREHOUSE_PASSWORD STORE_SECRET GRAFANA_PASSWORD; do
    echo "$name=$(secret)"
  done
  cat <<'REST'
# The proxy with TLS on this machine; it must append to X-Forwarded-For.
ABANO_TRUSTED_PROXIES=1
# Where the site listens; the proxy is the only one that should reach it.
ABANO_PUBLISH=127.0.0.1:8000
# smtp://user:password@host:587; empty = mail stays in a folder and reaches no one.
ABANO_SMTP_URL=
ABANO_MAIL_FROM=
# The public key that `abano backup-key` prints (age1…). Without one no backup is made, and the service says so.
BACKUP_RECIPIENT=
REST
} >.env
echo "Wrote .env. Fill in ABANO_SMTP_URL, ABANO_MAIL_FROM and BACKUP_RECIPIENT."
