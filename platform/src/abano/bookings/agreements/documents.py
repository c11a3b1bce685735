"""The signed agreement on paper. Pure: facts in, a document out."""

import textwrap
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import pyvips

from abano.bookings.agreements.schemas import AgreementContent, AgreementRow
from abano.core.languages.texts import Texts, format_moment_in_zone
from abano.core.pdf.blocks import (
    Block,
    Column,
    Document,
    Facts,
    Heading,
    Letterhead,
    Paragraph,
    Side,
    Signature,
    Table,
    Together,
)

SIGNATURE_WIDTH, SIGNATURE_HEIGHT = 1000, 400
# A digest in lines that fit a column.
_DIGEST_LINE = 16


class SignedFacts(NamedTuple):
    """How it was signed. ``signed_at`` is in the company's zone; ``digest``: SHA-256 of the content."""

    signer: str
    signature: Sequence[Sequence[Sequence[int]]]
    signed_at: datetime
    sent_to: str
    ip: str
    digest: str


def make_agreement(
    texts: Texts, letterhead: Letterhead, content: AgreementContent, signed: SignedFacts
) -> Document:
    """What was signed, word for word, and how."""
    price = Table(
        (Column(texts.gettext("Price"), 2.0), Column(texts.gettext("Amount"), 1.0, "right")),
        _pairs(content.lines),
        ((content.total.label, content.total.value),),
    )
    blocks: list[Block] = [Side(((Facts(_pairs(content.customer)),), (Facts(_pairs(content.rental)),)))]
    if content.conditions:
        blocks.append(Facts(_pairs(content.conditions), 2))
    blocks += [price, _signed(texts, content, signed)]
    subtitle = texts.gettext("Booking {reference}", reference=content.reference)
    return Document(content.title, texts.language, letterhead, tuple(blocks), subtitle)


def _signed(texts: Texts, content: AgreementContent, signed: SignedFacts) -> Block:
    moment = format_moment_in_zone(signed.signed_at, texts.locale)
    digest = textwrap.wrap(signed.digest, _DIGEST_LINE)
    evidence = (
        (texts.gettext("Signed by"), signed.signer),
        (texts.gettext("Signed on"), moment),
        (texts.gettext("Link sent to"), signed.sent_to),
        (texts.gettext("IP address"), signed.ip or "–"),
        (texts.gettext("Digest of this text (SHA-256)"), "\n".join(digest)),
    )
    image = signature_of(signed.signature)
    return Together(
        (
            Heading(texts.gettext("Electronic signature")),
            Paragraph(content.statement),
            Side(
                (
                    (Facts(evidence),),
                    (Signature(texts.gettext("Customer"), signed.signer, moment, image),),
                )
            ),
            Paragraph(
                texts.gettext(
                    "Signed online, before the pickup, with a simple electronic signature"
                    " (Regulation (EU) No 910/2014)."
                ),
                small=True,
            ),
        )
    )


def _pairs(rows: Sequence[AgreementRow]) -> tuple[tuple[str, str], ...]:
    return tuple((row.label, row.value) for row in rows)


def signature_of(strokes: Sequence[Sequence[Sequence[int]]]) -> bytes | None:
    """A PNG of the signature's strokes. None without strokes."""
    drawn = [stroke for stroke in strokes if stroke]
    if not drawn:
        return None
    lines = "".join(
        '<polyline points="{}"/>'.format(
            " ".join(
                f"{x * SIGNATURE_WIDTH // 1000},{y * SIGNATURE_HEIGHT // 1000}"
                # A dot is a line of no length.
                for x, y in (stroke if len(stroke) > 1 else [*stroke, *stroke])
            )
        )
        for stroke in drawn
    )
    return png_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIGNATURE_WIDTH} {SIGNATURE_HEIGHT}"'
        f' width="{SIGNATURE_WIDTH}" height="{SIGNATURE_HEIGHT}" fill="none" stroke="#111827" stroke-width="7"'
        f' stroke-linecap="round" stroke-linejoin="round">{lines}</svg>',
        0.8,
    )


def png_of(svg: str, scale: float) -> bytes:
    """A PNG of a drawing, on white. Takes processor time."""
    image = pyvips.Image.svgload_buffer(svg.encode(), scale=scale).flatten(background=255)
    content: bytes = image.pngsave_buffer(palette=True, Q=90, keep="none")
    return content
