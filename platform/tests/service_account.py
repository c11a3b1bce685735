"""A service account as Google hands it out, made again for each run: its key opens nothing."""

import json

from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

CLIENT_EMAIL = "sender@project.iam.gserviceaccount.com"
KEY = generate_private_key(public_exponent=65537, key_size=2048)
KEY_FILE = json.dumps(
    {
        "type": "service_account",
        "project_id": "project",
        "private_key_id": "key-1",
        "private_key": KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        "client_email": CLIENT_EMAIL,
        # Must not be believed: it could point anywhere.
        "token_uri": "http://127.0.0.1:9/token",
    }
)
