#!/bin/sh
# One backup a day, encrypted; one that fails is tried again after ten minutes. The newest is newest-backup's time.
set -u
trap 'exit 0' TERM INT
if [ -z "${BACKUP_RECIPIENT:-}" ]; then
  echo "BACKUP_RECIPIENT is empty in .env: no backup is made. See docs/operations/install.md, One machine." >&2
  exit 1
fi
while :; do
  if abano backup --folder "$ABANO_DATA_DIR" --recipient "$BACKUP_RECIPIENT" --keep-days "${BACKUP_KEEP_DAYS:-14}"; then
    touch "$ABANO_DATA_DIR/newest-backup"
    pause=86400
  else
    pause=600
  fi
  sleep "$pause" &
  wait $!
done
