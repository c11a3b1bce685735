"""Guarantees for operators: network access, scaling, upgrade guards, and what persists."""

from typing import Any

import pytest
from matrix import LAKE, matrix
from rendered_chart import merge, of_kind, pod_specs, render

Labels = dict[str, str]
# All components that read or write them.
PHOTOGRAPHS = {"toolbox": {"enabled": True}, "secrets": {"admin": {"name": "abano-admin"}}}


def policies_for(manifests: list[dict[str, Any]], labels: Labels) -> list[dict[str, Any]]:
    """The specs of the NetworkPolicies that select a pod with ``labels``."""
    specs = [each["spec"] for each in of_kind(manifests, "NetworkPolicy").values()]
    return [spec for spec in specs if spec["podSelector"]["matchLabels"].items() <= labels.items()]


@pytest.mark.parametrize("case", ["defaults", "production", "every option"])
def test_every_pod_is_denied_by_default_and_may_ask_for_names(case: str) -> None:
    manifests = render(matrix()[case])
    for name, template in pod_specs(manifests).items():
        specs = policies_for(manifests, template["metadata"]["labels"])
        assert any(not spec.get("ingress") and not spec.get("egress") for spec in specs), name
        ports = {port["port"] for spec in specs for rule in spec.get("egress", []) for port in rule["ports"]}
        assert 53 in ports, name


def test_only_platform_and_worker_reach_analytics_and_only_the_ingress_the_platform() -> None:
    manifests = render(matrix()["production"])
    analytics = of_kind(manifests, "NetworkPolicy")["abano-analytics"]["spec"]["ingress"]
    callers = [peer for rule in analytics for peer in rule["from"] if "podSelector" in peer]
    components = [each["podSelector"]["matchLabels"]["app.kubernetes.io/component"] for each in callers]
    # The worker sends reports by email and looks for alerts.
    assert components == ["platform", "worker"]
    platform = of_kind(manifests, "NetworkPolicy")["abano-platform"]["spec"]["ingress"]
    namespaces = {
        peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
        for rule in platform
        for peer in rule["from"]
        if "namespaceSelector" in peer
    }
    assert namespaces == {"traefik", "monitoring"}


def test_the_outside_is_not_the_cluster() -> None:
    policy = of_kind(render(), "NetworkPolicy")["abano-platform"]["spec"]
    blocks = [
        peer["ipBlock"] for rule in policy["egress"] for peer in rule.get("to", []) if "ipBlock" in peer
    ]
    assert blocks
    assert all({"10.0.0.0/8", "169.254.0.0/16"} <= set(block["except"]) for block in blocks)


def test_serving_pods_never_hold_the_owners_address() -> None:
    manifests = render(matrix()["every option"])
    clusters = {"Deployment/abano-clusters", "Deployment/abano-toolbox"}
    owners = {"Job/abano-migrations", "Job/abano-seed", "CronJob/abano-backup"} | clusters
    for name, template in pod_specs(manifests).items():
        everything = [*template["spec"]["containers"], *template["spec"].get("initContainers", [])]
        names = {variable["name"] for container in everything for variable in container.get("env", [])}
        assert ("ABANO_DATABASE_URL" in names) == (name in owners), name
        assert ("ABANO_DATABASE_MOVES_URL" in names) == (name in clusters), name
        keys = {
            variable["valueFrom"]["secretKeyRef"]["key"]
            for container in everything
            for variable in container.get("env", [])
            if variable["name"] == "ABANO_CLUSTERS"
        }
        if name in clusters:
            assert keys == {"clusters-of-owner"}, name
        else:
            serves = name in {"Deployment/abano-platform", "Deployment/abano-worker"}
            assert keys == ({"clusters"} if serves else set()), name


def test_the_worker_of_the_clusters_runs_with_several_clusters_alone_and_does_nothing_else() -> None:
    assert "abano-clusters" not in of_kind(render(matrix()["production"]), "Deployment")
    assert "abano-clusters" not in of_kind(render(matrix()["production"]), "NetworkPolicy")
    manifests = render(matrix()["every option"])
    (container,) = pod_specs(manifests)["Deployment/abano-clusters"]["spec"]["containers"]
    assert container["args"] == ["abano", "worker", "--clusters"]
    policy = of_kind(manifests, "NetworkPolicy")["abano-clusters"]["spec"]
    (figures,) = policy["ingress"]
    assert [list(peer) for peer in figures["from"]] == [["namespaceSelector"]]


def test_services_and_budgets_select_exactly_their_pods() -> None:
    manifests = render(matrix()["every option"])
    templates = pod_specs(manifests)
    for kind in ("Service", "PodDisruptionBudget"):
        for name, each in of_kind(manifests, kind).items():
            selector = each["spec"]["selector"]
            wanted = selector.get("matchLabels", selector)
            found = [
                key for key, pod in templates.items() if wanted.items() <= pod["metadata"]["labels"].items()
            ]
            assert found == [f"Deployment/{name}"], (kind, name)


def test_service_ports_are_ports_of_the_pods() -> None:
    manifests = render()
    for service in of_kind(manifests, "Service").values():
        (pod,) = [
            pod
            for pod in pod_specs(manifests).values()
            if service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()
        ]
        named = {port["name"] for container in pod["spec"]["containers"] for port in container["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= named


def test_the_autoscaler_decides_how_many_and_an_upgrade_takes_none_away() -> None:
    fixed = of_kind(render(), "Deployment")["abano-platform"]["spec"]
    assert fixed["replicas"] == 2
    manifests = render(matrix()["production"])
    # With a cluster, the current number (tested in k8s/plane); never omitted, which would mean one.
    assert of_kind(manifests, "Deployment")["abano-platform"]["spec"]["replicas"] == 3
    metrics = of_kind(manifests, "HorizontalPodAutoscaler")["abano-platform"]["spec"]["metrics"]
    assert [metric["type"] for metric in metrics] == ["Resource"]
    with_adapter = merge(matrix()["production"], {"platform": {"autoscaling": {"requestsInFlight": 40}}})
    metrics = of_kind(render(with_adapter), "HorizontalPodAutoscaler")["abano-platform"]["spec"]["metrics"]
    assert [metric["type"] for metric in metrics] == ["Resource", "Pods"]


@pytest.mark.parametrize("replicas", [1, 2, 9])
def test_a_budget_never_blocks_a_drain(replicas: int) -> None:
    manifests = render({"platform": {"replicas": replicas}, "worker": {"replicas": replicas}})
    for budget in of_kind(manifests, "PodDisruptionBudget").values():
        assert budget["spec"]["maxUnavailable"] == 1
        assert "minAvailable" not in budget["spec"]
        assert budget["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"


def test_a_copy_that_is_evicted_finds_a_place_beside_the_node_that_is_drained() -> None:
    manifests = render(matrix()["production over DuckLake"])
    for name in ("abano-platform", "abano-worker", "abano-analytics"):
        spec = of_kind(manifests, "Deployment")[name]["spec"]["template"]["spec"]
        zones, nodes = spec["topologySpreadConstraints"]
        # A cordoned node would count as empty, and so prevent a second copy on any other.
        assert zones["nodeTaintsPolicy"] == nodes["nodeTaintsPolicy"] == "Honor"
        assert zones["whenUnsatisfiable"] == "ScheduleAnyway"
        assert nodes["whenUnsatisfiable"] == (
            "DoNotSchedule" if name == "abano-platform" else "ScheduleAnyway"
        )


def test_an_upgrade_waits_for_the_migrations_and_a_copy_for_its_readiness() -> None:
    manifests = render()
    annotations = of_kind(manifests, "Job")["abano-migrations"]["metadata"]["annotations"]
    assert annotations["helm.sh/hook"] == "pre-install,pre-upgrade"
    for kind in ("ServiceAccount", "NetworkPolicy"):
        helper = of_kind(manifests, kind)["abano-migrations"]["metadata"]["annotations"]
        # Helm deletes these after the last hook, so that all hooks can use them.
        assert helper["helm.sh/hook-delete-policy"] == "before-hook-creation,hook-succeeded"
        assert helper["helm.sh/hook"] == annotations["helm.sh/hook"]
        assert int(helper["helm.sh/hook-weight"]) < int(annotations["helm.sh/hook-weight"])
    platform = of_kind(manifests, "Deployment")["abano-platform"]["spec"]
    assert platform["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    probes = platform["template"]["spec"]["containers"][0]
    assert probes["startupProbe"]["httpGet"]["path"] == "/readyz"


def test_one_certificate_for_each_company() -> None:
    ingresses = of_kind(render(matrix()["production"]), "Ingress")
    assert set(ingresses) == {"abano-georgia", "abano-alps"}
    georgia = ingresses["abano-georgia"]
    assert georgia["metadata"]["annotations"] == {"cert-manager.io/cluster-issuer": "letsencrypt"}
    assert georgia["spec"]["tls"] == [
        {"hosts": ["www.rent-georgia.example", "rent-georgia.example"], "secretName": "abano-georgia-tls"}
    ]
    assert [rule["host"] for rule in georgia["spec"]["rules"]] == georgia["spec"]["tls"][0]["hosts"]
    own = render(
        {"ingress": {"tls": True, "companies": [{"name": "a", "hosts": ["a.b"], "tlsSecret": "mine"}]}}
    )
    assert of_kind(own, "Ingress")["abano-a"]["spec"]["tls"][0]["secretName"] == "mine"


def test_duckdb_has_one_copy_with_a_volume_and_ducklake_many_without() -> None:
    manifests = render(matrix()["production"])
    stateful = of_kind(manifests, "StatefulSet")["abano-analytics"]["spec"]
    assert stateful["replicas"] == 1
    # Its own claim: a StatefulSet's templates cannot be changed, so the warehouse could not grow.
    (data,) = [each for each in stateful["template"]["spec"]["volumes"] if each["name"] == "data"]
    claim = of_kind(manifests, "PersistentVolumeClaim")[data["persistentVolumeClaim"]["claimName"]]
    assert claim["spec"]["resources"]["requests"]["storage"] == "100Gi"
    assert "volumeClaimTemplates" not in stateful
    assert "abano-analytics" not in of_kind(manifests, "Deployment")
    lake = render(merge(LAKE, {"analytics": {"ducklake": {"replicas": 4}}}))
    assert not of_kind(lake, "StatefulSet")
    deployment = of_kind(lake, "Deployment")["abano-analytics"]["spec"]
    assert deployment["replicas"] == 4
    variables = deployment["template"]["spec"]["containers"][0]["env"]
    given = {each["name"]: each.get("value") or each["valueFrom"]["secretKeyRef"] for each in variables}
    assert given["ABANO_WAREHOUSE"] == "ducklake:s3://abano/warehouse"
    assert given["ABANO_WAREHOUSE_CATALOG_URL"] == {"name": "abano-warehouse", "key": "catalog-url"}


def test_backups_are_encrypted_copied_away_and_survive_the_release() -> None:
    manifests = render(matrix()["production"])
    job = of_kind(manifests, "CronJob")["abano-backup"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    command = job["initContainers"][0]["args"]
    assert command[:2] == ["abano", "backup"]
    assert command[command.index("--recipient") + 1].startswith("age1")
    assert job["containers"][0]["args"] == ["copy", "/backups", "store:abano-backups"]
    claim = of_kind(manifests, "PersistentVolumeClaim")["abano-backups"]
    assert claim["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"


def test_a_claim_that_nothing_mounts_yet_is_mounted_once_by_a_job() -> None:
    """Otherwise it would wait for tonight's backup on most storage classes, and `helm --wait` with it."""
    manifests = render(matrix()["production"])
    mounted: dict[str, set[str]] = {}
    for name, template in pod_specs(manifests).items():
        for volume in template["spec"].get("volumes", []):
            if "persistentVolumeClaim" in volume:
                mounted.setdefault(volume["persistentVolumeClaim"]["claimName"], set()).add(
                    name.split("/")[0]
                )
    assert set(mounted) == set(of_kind(manifests, "PersistentVolumeClaim"))
    assert all(kinds - {"CronJob"} for kinds in mounted.values()), mounted
    (name,) = [name for name in of_kind(manifests, "Job") if name.startswith("abano-backups-")]
    job = of_kind(manifests, "Job")[name]
    assert "annotations" not in job["metadata"], "a hook would wait for it, and so block the installation"
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert "env" not in container, "it needs no secret"
    other = render(merge(matrix()["production"], {"image": {"tag": "9.9.9"}}))
    assert name not in of_kind(other, "Job"), "a job cannot be changed"


def test_what_is_brought_along_is_used_and_nothing_is_made_in_its_place() -> None:
    manifests = render(matrix()["own claims"])
    claims = {
        volume["persistentVolumeClaim"]["claimName"]
        for template in pod_specs(manifests).values()
        for volume in template["spec"].get("volumes", [])
        if "persistentVolumeClaim" in volume
    }
    assert claims == {"my-warehouse", "my-backups", "my-media"}
    assert not of_kind(manifests, "PersistentVolumeClaim")
    assert set(of_kind(manifests, "Job")) == {"abano-migrations", "abano-answers"}


@pytest.mark.parametrize("case", ["options on a laptop", "every option", "own claims", "workload identity"])
def test_all_who_touch_photographs_have_the_same_ones_and_migrations_wait_for_no_volume(case: str) -> None:
    """A seed without them would write pictures to its own disk, which is deleted with it."""
    manifests = render(merge(matrix()[case], {"seed": {"enabled": True}, **PHOTOGRAPHS}))
    places: dict[str, Any] = {}
    for name, template in pod_specs(manifests).items():
        for container in [*template["spec"].get("initContainers", []), *template["spec"]["containers"]]:
            given = {each["name"]: each for each in container.get("env", [])}
            settings = [
                each for key, each in sorted(given.items()) if key.startswith(("ABANO_MEDIA", "ABANO_S3"))
            ]
            mounts = [each for each in container.get("volumeMounts", []) if each["name"] == "media"]
            volumes = [each for each in template["spec"].get("volumes", []) if each["name"] == "media"]
            if "ABANO_MEDIA" in given or mounts:
                places[name] = (settings, mounts, volumes)
                assert bool(mounts) == bool(volumes) == given["ABANO_MEDIA"]["value"].startswith("/"), name
    first = places["Deployment/abano-platform"]
    assert all(place == first for place in places.values())
    assert set(places) == {
        "Deployment/abano-platform",
        "Deployment/abano-worker",
        "Deployment/abano-toolbox",
        "Job/abano-seed",
        *(["CronJob/abano-backup"] if "CronJob/abano-backup" in pod_specs(manifests) else []),
    }
    if not first[1]:
        ports = [
            port["port"]
            for rule in of_kind(manifests, "NetworkPolicy")["abano-operations"]["spec"]["egress"]
            for port in rule.get("ports", [])
        ]
        assert 443 in ports, "the bucket"


def test_hooks_leave_nothing_behind() -> None:
    for each in render(matrix()["every option"]):
        annotations = each["metadata"].get("annotations", {})
        if "helm.sh/hook" in annotations:
            assert "hook-succeeded" in annotations["helm.sh/hook-delete-policy"], each["metadata"]["name"]
            assert each["kind"] != "Job" or each["spec"]["ttlSecondsAfterFinished"] == 86400
    kept = [
        each["metadata"]["name"]
        for each in render()
        if "helm.sh/resource-policy" in each["metadata"].get("annotations", {})
    ]
    assert kept == ["abano-media"]


def test_pods_and_accounts_carry_what_the_values_say() -> None:
    manifests = render(matrix()["every option"])
    for name, template in pod_specs(manifests).items():
        spec, metadata = template["spec"], template["metadata"]
        assert metadata["annotations"]["example.com/team"] == "rentals", name
        assert metadata["labels"]["azure.workload.identity/use"] == "true", name
        assert spec["priorityClassName"] == "system-cluster-critical", name
        assert spec["nodeSelector"] == {"pool": "web"}, name
        assert spec["tolerations"], name
        assert "nodeAffinity" in spec["affinity"], name
        (container,) = spec["containers"]
        if container["name"] not in {"upload", "mount", "ask"}:
            given = {each["name"]: each for each in container["env"]}
            assert given["HTTPS_PROXY"]["value"] == "http://proxy.example:3128", name
    for name, account in of_kind(manifests, "ServiceAccount").items():
        assert "eks.amazonaws.com/role-arn" in account["metadata"]["annotations"], name


def test_with_workload_identity_no_key_of_a_store_is_in_a_secret() -> None:
    for name, template in pod_specs(render(matrix()["workload identity"])).items():
        for container in [*template["spec"]["containers"], *template["spec"].get("initContainers", [])]:
            names = {each["name"] for each in container.get("env", [])}
            assert not {"ABANO_S3_ACCESS_KEY", "ABANO_S3_SECRET_KEY"} & names, name
            assert not container.get("envFrom"), name
