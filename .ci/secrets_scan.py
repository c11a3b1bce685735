"""No key, token or password is in the repository: looks at every file that git knows, or at the files named.

    python .ci/secrets_scan.py [FILE …]

What detect-secrets finds by the word beside it (``password = ``) is left out: in a product about signing in nearly
every such line is a form, a test or a sentence. What it finds by its form is not.
"""

import subprocess
import sys
from pathlib import Path

from detect_secrets.core.secrets_collection import SecretsCollection
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).resolve().parent.parent
PLUGINS = (
    "ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector", "CloudantDetector",
    "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector", "IbmCloudIamDetector",
    "JwtTokenDetector", "MailchimpDetector", "NpmDetector", "OpenAIDetector", "PrivateKeyDetector",
    "PypiTokenDetector", "SendGridDetector", "SlackDetector", "SquareOAuthDetector", "StripeDetector",
    "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
# Generated from code and texts that are read.
GENERATED = ("openapi.json", ".gen.ts", ".po", ".pot")
# Digests of packages, pictures: long random-looking text is what they are.
UNREAD = (
    *GENERATED,
    ".lock",
    "package-lock.json",
    ".svg",
    ".webp",
    ".jpg",
    ".png",
    ".woff2",
    ".ico",
    ".parquet",
)
# Placeholder passwords in examples and tests.
EXAMPLES = [r"^(password|secret|pw|s3cret|<[^>]*>|\$\{?[A-Z_]+\}?)$"]


def main(named: list[str]) -> int:
    list_all = ["git", "ls-files", "-z"]
    listed = named or subprocess.run(
        list_all, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    files = [name for name in listed if name and not name.endswith(UNREAD) and (ROOT / name).is_file()]
    settings = {
        "plugins_used": [
            *({"name": name} for name in PLUGINS),
            {"name": "Base64HighEntropyString", "limit": 4.6},
            {"name": "HexHighEntropyString", "limit": 3.2},
        ],
        "filters_used": [
            {"path": "detect_secrets.filters.allowlist.is_line_allowlisted"},
            {"path": "detect_secrets.filters.heuristic.is_sequential_string"},
            {"path": "detect_secrets.filters.heuristic.is_potential_uuid"},
            {"path": "detect_secrets.filters.regex.should_exclude_secret", "pattern": EXAMPLES},
        ],
    }
    found = SecretsCollection(root=str(ROOT))
    with transient_settings(settings):
        for name in files:
            found.scan_file(name)
    for name, secret in found:
        print(f"{name}:{secret.line_number}: {secret.type}")
    print(f"{len(files)} files, {sum(1 for _ in found)} findings")
    if found:
        print(
            "Take it out and make it invalid where it came from. No secret? `pragma: allowlist secret` in its line."
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
