"""The values that every check is run over: the defaults, production, and each switch the other way."""

from typing import Any

from rendered_chart import EXAMPLE, PRODUCTION, merge, values_of

LAKE = {
    "analytics": {
        "warehouse": "ducklake",
        "ducklake": {
            "path": "s3://abano/warehouse",
            "endpoint": "https://s3.example.com",
            "secret": {"name": "abano-warehouse"},
        },
    }
}
OPTIONS: dict[str, Any] = {
    "secrets": {
        "smtp": {"name": "abano-smtp"},
        "errorReports": {"name": "abano-error-reports"},
        "admin": {"name": "abano-admin"},
        "clusters": {"name": "abano-clusters", "movesKey": "moves-url"},
    },
    "settings": {
        "mailFrom": "a@rental.example",
        "tracesUrl": "http://otel-collector.monitoring:4318",
        "tracesRatio": 0.1,
    },
    "seed": {"enabled": True},
    "media": {"companyMb": 100},
    "toolbox": {"enabled": True},
    "image": {"pullSecrets": ["registry"], "platformDigest": f"sha256:{'a' * 64}"},
    "gateway": {
        "enabled": True,
        "parents": [{"name": "abano", "namespace": "traefik", "sectionName": "web"}],
    },
    "networkPolicy": {
        "clusters": [
            {
                "to": [{"ipBlock": {"cidr": "10.20.0.0/24"}}],
                "ports": [{"protocol": "TCP", "port": 6432}, {"protocol": "TCP", "port": 8010}],
            }
        ],
        "extraEgress": [
            {
                "to": [{"ipBlock": {"cidr": "169.254.170.23/32"}}],
                "ports": [{"protocol": "TCP", "port": 80}],
            }
        ],
    },
    "monitoring": {"prometheusRule": {"runbookUrl": "https://runbooks.example/abano"}},
}
# Pod settings in a component's values.
PODS: dict[str, Any] = {
    "extraEnv": [
        {"name": "HTTPS_PROXY", "value": "http://proxy.example:3128"},
        {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
    ],
    "podAnnotations": {"example.com/team": "rentals"},
    "podLabels": {"azure.workload.identity/use": "true"},
    "serviceAccountAnnotations": {"eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/abano"},
    "nodeSelector": {"pool": "web"},
    "tolerations": [{"key": "web", "operator": "Exists", "effect": "NoSchedule"}],
    "affinity": {
        "nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {
                "nodeSelectorTerms": [{"matchExpressions": [{"key": "arm", "operator": "DoesNotExist"}]}]
            }
        }
    },
    "priorityClassName": "system-cluster-critical",
}
COMPONENTS = ("platform", "worker", "analytics", "operations")
OPTIONS |= dict.fromkeys(COMPONENTS, PODS)
# No store keys in Secrets: the cloud identifies the pods by their accounts.
WORKLOAD_IDENTITY = {
    "media": {"s3": {"workloadIdentity": True, "secret": {"name": ""}}},
    "analytics": {"ducklake": {"workloadIdentity": True}},
    "backup": {"upload": {"secret": "", "env": {"RCLONE_CONFIG_STORE_ENV_AUTH": "true"}}},
}
OWN_CLAIMS = {
    "media": {"storage": "disk", "disk": {"existingClaim": "my-media", "accessMode": "ReadWriteMany"}},
    "analytics": {"duckdb": {"existingClaim": "my-warehouse"}},
    "backup": {"existingClaim": "my-backups"},
}


def matrix() -> dict[str, dict[str, Any]]:
    production = values_of(PRODUCTION, EXAMPLE)
    return {
        "defaults": {},
        "production": production,
        "production over DuckLake": merge(production, LAKE),
        "every option": merge(merge(production, LAKE), OPTIONS),
        "options on a laptop": OPTIONS,
        "workload identity": merge(merge(production, LAKE), WORKLOAD_IDENTITY),
        "own claims": merge(production, OWN_CLAIMS),
        "bare": {
            "ingress": {"enabled": False},
            "networkPolicy": {"enabled": False},
            "migrations": {"enabled": False},
        },
    }
