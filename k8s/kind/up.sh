#!/usr/bin/env bash
# A local cluster with the whole product: needs docker (or podman), kind, kubectl and helm. Repeat it after a change.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=1.0.0
container=${CONTAINER:-docker}

kind get clusters 2>/dev/null | grep -qx abano || kind create cluster --config k8s/kind/cluster.yaml
kubectl config use-context kind-abano

for part in platform analytics; do
  "$container" build -f "$part/Dockerfile" -t "localhost/abano-$part:$version" .
  "$container" save "localhost/abano-$part:$version" | kind load image-archive /dev/stdin --name abano
done

helm upgrade --install traefik traefik --repo https://traefik.github.io/charts --version 39.0.0 \
  -n traefik --create-namespace -f k8s/kind/traefik.yaml --wait --timeout 5m

kubectl apply -f k8s/namespaces.yaml
secret() { # namespace name key=value…: made once, kept afterwards
  kubectl -n "$1" get secret "$2" >/dev/null 2>&1 && return
  kubectl -n "$1" create secret generic "$2" "${@:3}"
}
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
password=$(random)
secret abano-database postgres --from-literal=password="$password"
password=$(kubectl -n abano-database get secret postgres -o 'jsonpath={.data.password}' | base64 -d)
secret abano-database roles --from-literal=app="$(random)" --from-literal=reporting="$(random)"
role_password() { kubectl -n abano-database get secret roles -o "jsonpath={.data.$1}" | base64 -d; }
app=$(role_password app) reporting=$(role_password reporting)
server=postgres.abano-database:5432/abano
# Again each time: an older cluster has addresses in it that a production refuses.
kubectl -n abano create secret generic abano-database --dry-run=client --output=yaml \
  --from-literal=owner-url="postgresql://postgres:$password@$server" \
  --from-literal=app-url="postgresql://abano_app:$app@$server" \
  --from-literal=reporting-url="postgresql://abano_reporting:$reporting@$server" \
  --from-literal=analytics-url="postgresql://abano_reporting:$reporting@$server" | kubectl apply -f -
secret abano abano-keys --from-literal=secret-key="$(random)" --from-literal=internal-secret="$(random)"
secret abano abano-admin --from-literal=password="$(random)"
kubectl apply -f k8s/kind/postgres.yaml
kubectl -n abano-database rollout status statefulset/postgres --timeout=300s
# The two roles that Abano serves as sign in themselves: production takes no owner that acts as them.
kubectl -n abano-database exec --stdin statefulset/postgres -- \
  psql --username postgres --dbname abano --quiet --set ON_ERROR_STOP=1 \
  --set app="$app" --set reporting="$reporting" <<'SQL'
select format('create role %I nosuperuser nocreatedb nocreaterole nobypassrls', name)
from unnest(array['abano_app', 'abano_reporting', 'abano_operator']) as wanted (name)
where not exists (select from pg_roles where rolname = name) \gexec
alter role abano_app login password :'app';
alter role abano_reporting login password :'reporting';
SQL

helm upgrade --install abano helm/abano -n abano -f k8s/kind/values.yaml --wait --timeout 10m
helm test abano -n abano
echo "http://localhost:8080/admin  owner@abano.localhost  $(
  kubectl -n abano get secret abano-admin -o 'jsonpath={.data.password}' | base64 -d)"
