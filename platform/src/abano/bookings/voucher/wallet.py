"""An Apple Wallet pass of a booking: an archive of pass.json, manifest and signature. Reads only key files.

Format: https://developer.apple.com/documentation/walletpasses. Google Wallet is not supported: its passes
need a Google account and an API call each.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder

from abano.bookings.voucher.facts import STATUSES, Stop, Voucher
from abano.core.colors import WHITE, Color
from abano.core.config import BadSettings, Settings
from abano.core.languages.texts import Texts, format_moment, format_money, texts_in
from abano.core.pdf.blocks import Letterhead
from abano.core.phone import spaced

MEDIA_TYPE = "application/vnd.apple.pkpass"
FILE_NAME = "booking-{reference}.pkpass"
# Of a booking that the company has confirmed and that is not over.
PASS_STATUSES = frozenset({"confirmed", "active"})
_ICON_SIZES = {"icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87}
_DARK = Color.parse("#17211e")
_PNG = b"\x89PNG\r\n\x1a\n"
# Two files of the same pass are the same bytes but for the signature's time.
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PassSigner:
    """Whose passes they are at Apple, and what signs them. ``issuer``: Apple's intermediate certificate."""

    pass_type: str
    team: str
    certificate: x509.Certificate
    key: RSAPrivateKey
    issuer: x509.Certificate

    def sign(self, manifest: bytes) -> bytes:
        """A detached PKCS #7 signature."""
        return (
            PKCS7SignatureBuilder()
            .set_data(manifest)
            .add_signer(self.certificate, self.key, SHA256())
            .add_certificate(self.issuer)
            .sign(Encoding.DER, [PKCS7Options.DetachedSignature, PKCS7Options.Binary])
        )


def load_signer(settings: Settings) -> PassSigner | None:
    """The installation's pass signer. None if not configured. Raises BadSettings."""
    if not settings.apple_pass_type:
        return None
    password = settings.apple_pass_key_password.get_secret_value().encode() or None
    try:
        key = load_pem_private_key(_pem(settings.apple_pass_key.get_secret_value()), password)
        certificate = x509.load_pem_x509_certificate(_pem(settings.apple_pass_certificate))
        issuer = x509.load_pem_x509_certificate(_pem(settings.apple_pass_issuer))
    except (OSError, ValueError, TypeError) as error:
        raise BadSettings(
            f"The certificates for Apple Wallet (ABANO_APPLE_PASS_…) can't be read: {error}"
        ) from None
    if not isinstance(key, RSAPrivateKey) or certificate.public_key() != key.public_key():
        raise BadSettings("ABANO_APPLE_PASS_KEY must be the RSA key of ABANO_APPLE_PASS_CERTIFICATE.")
    return PassSigner(settings.apple_pass_type, settings.apple_pass_team, certificate, key, issuer)


def _pem(value: str) -> bytes:
    """From a file, or from the environment variable, set by a Secret on a cluster."""
    return value.encode() if value.startswith("-----BEGIN") else Path(value).read_bytes()


def make_pass(voucher: Voucher, letterhead: Letterhead, booking_id: UUID, signer: PassSigner) -> bytes:
    """The signed pass. It takes milliseconds of a processor."""
    files = dict(_files(voucher, letterhead, booking_id, signer))
    # SHA-1 is what the format prescribes; the signature over the manifest is by SHA-256.
    digests = {name: hashlib.sha1(content).hexdigest() for name, content in files.items()}  # noqa: S324
    files["manifest.json"] = orjson.dumps(digests)
    files["signature"] = signer.sign(files["manifest.json"])
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _EPOCH), content)
    return output.getvalue()


def _files(
    voucher: Voucher, letterhead: Letterhead, booking_id: UUID, signer: PassSigner
) -> Iterator[tuple[str, bytes]]:
    color = Color.parse(letterhead.color)
    yield "pass.json", orjson.dumps(_content(voucher, color, booking_id, signer))
    for name, size in _ICON_SIZES.items():
        yield name, _square(size, color)
    if letterhead.logo is not None and letterhead.logo.startswith(_PNG):
        yield "logo.png", letterhead.logo


def _content(voucher: Voucher, color: Color, booking_id: UUID, signer: PassSigner) -> dict[str, Any]:
    texts = texts_in(voucher.language)
    text_color = max((WHITE, _DARK), key=color.contrast)
    content: dict[str, Any] = {
        "formatVersion": 1,
        "passTypeIdentifier": signer.pass_type,
        "teamIdentifier": signer.team,
        "serialNumber": str(booking_id),
        "organizationName": voucher.company,
        "description": texts.gettext("Booking {reference}", reference=voucher.reference),
        "logoText": voucher.company,
        "backgroundColor": _rgb(color),
        "foregroundColor": _rgb(text_color),
        "labelColor": _rgb(text_color),
        # The lock screen shows it then, and near the place.
        "relevantDate": voucher.pickup.at.isoformat(timespec="minutes"),
        "expirationDate": voucher.dropoff.at.isoformat(timespec="minutes"),
        "barcodes": [
            {
                "format": "PKBarcodeFormatQR",
                "message": voucher.reference,
                "messageEncoding": "iso-8859-1",
                "altText": voucher.reference,
            }
        ],
        "generic": _fields(voucher, texts),
    }
    if voucher.pickup.point is not None:
        latitude, longitude = voucher.pickup.point
        content["locations"] = [{"latitude": latitude, "longitude": longitude}]
    return content


def _fields(voucher: Voucher, texts: Texts) -> dict[str, list[dict[str, str]]]:
    def field(key: str, label: str, value: str) -> dict[str, str]:
        return {"key": key, "label": label, "value": value}

    def moment(stop: Stop) -> str:
        return format_moment(stop.at, texts.locale)

    def where(stop: Stop) -> str:
        lines = (stop.place, stop.address, stop.meeting_point, stop.instructions, stop.map_url)
        return "\n".join(line for line in lines if line)

    def money(minor: int) -> str:
        return format_money(minor, voucher.currency, texts.locale)

    back = [
        field("pickup_place", texts.gettext("Pickup"), where(voucher.pickup)),
        field("return_place", texts.gettext("Return"), where(voucher.dropoff)),
        field("bring", texts.gettext("What to bring"), "\n".join(voucher.to_bring)),
        field("total", texts.gettext("Total"), money(voucher.total)),
        field("due", texts.gettext("Still to pay"), money(max(0, voucher.due))),
        field("flight", texts.gettext("Flight"), voucher.flight),
        field("phone", texts.gettext("Phone"), spaced(voucher.phone)),
    ]
    return {
        "headerFields": [field("reference", texts.gettext("Booking"), voucher.reference)],
        "primaryFields": [field("car", texts.gettext("Car"), voucher.car)],
        "secondaryFields": [
            field("pickup", texts.gettext("Pickup"), moment(voucher.pickup)),
            field("return", texts.gettext("Return"), moment(voucher.dropoff)),
        ],
        "auxiliaryFields": [
            field("place", texts.gettext("Where we meet"), voucher.pickup.place),
            field("status", texts.gettext("Status"), texts.gettext(STATUSES[voucher.status])),
        ],
        "backFields": [each for each in back if each["value"]],
    }


def _rgb(color: Color) -> str:
    return f"rgb({color.red}, {color.green}, {color.blue})"


def _square(size: int, color: Color) -> bytes:
    """A PNG of one colour: every pass needs an icon, and logos are seldom square."""
    pixel = bytes((color.red, color.green, color.blue))
    rows = (b"\0" + pixel * size) * size

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return _PNG + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
