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
    },
    "settings": {
        "mailFrom": "a@rental.example",
        "tracesUrl": "http://otel-collector.monitoring:4318",
        "tracesRatio": 0.1,
    },
    "seed": {"enabled": True},
    "toolbox": {"enabled": True},
    "image": {"pullSecrets": ["registry"], "platformDigest": f"sha256:{'a' * 64}"},
    "platform": {
        "nodeSelector": {"pool": "web"},
        "tolerations": [{"key": "web", "operator": "Exists", "effect": "NoSchedule"}],
    },
}


def matrix() -> dict[str, dict[str, Any]]:
    production = values_of(PRODUCTION, EXAMPLE)
    return {
        "defaults": {},
        "production": production,
        "production over DuckLake": merge(production, LAKE),
        "every option": merge(merge(production, LAKE), OPTIONS),
        "options on a laptop": OPTIONS,
        "bare": {
            "ingress": {"enabled": False},
            "networkPolicy": {"enabled": False},
            "migrations": {"enabled": False},
        },
    }
