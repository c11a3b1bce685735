"""An export as files: plain double-entry CSV, and DATEV's Buchungsstapel (EXTF 700, format version 13). Pure.

DATEV's file is read by its field numbers, which its public description of the format gives. It is in German, in
CP1252: what that cannot write becomes a question mark.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from abano.core.files import BYTE_ORDER_MARK, csv_rows
from abano.core.languages.texts import Texts, texts_in, translatable
from abano.core.money import to_decimal
from abano.payments.accounting.rules import Chart, Posting
from abano.payments.invoices.paper import ENTRIES, TITLES

COLUMNS = (
    translatable("Date"),
    translatable("Document"),
    translatable("Debit account"),
    translatable("Credit account"),
    translatable("Amount"),
    translatable("Currency"),
    translatable("Text"),
    translatable("Tax code"),
)
KINDS = {
    **ENTRIES,
    **TITLES,
    "commission": translatable("Commission"),
    "commission_payout": translatable("Commission payout"),
}
_FIELDS = (
    "Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;"
    "Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;"
    "Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink;"
    + "".join(f"Beleginfo - Art {n};Beleginfo - Inhalt {n};" for n in range(1, 9))
    + "KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);"
    "EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;"
    "BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung;"
    + "".join(f"Zusatzinformation - Art {n};Zusatzinformation- Inhalt {n};" for n in range(1, 21))
    + "Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;"
    "Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);"
    "EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;"
    "SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;"
    "Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;"
    "Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;"
    "EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto"
)
_COUNT = _FIELDS.count(";") + 1
_DOCUMENT_LENGTH, _TEXT_LENGTH = 36, 60
_NOT_IN_DOCUMENTS = re.compile(r"[^A-Za-z0-9$&%*+/-]")
_LINE = "\r\n"


@dataclass(frozen=True, slots=True)
class DatevHead:
    """Whose books: numbers of the tax consultant and of the client there; both days are in one calendar year."""

    consultant: int
    client: int
    chart: Chart
    digits: int
    currency: str
    first: date
    last: date
    made_at: datetime


def plain_csv(postings: Iterable[Posting], texts: Texts) -> bytes:
    """CSV in the reader's language. Tax code: the rate in percent, 0 outside VAT, empty without VAT."""
    rows: list[list[object]] = [[texts.gettext(column) for column in COLUMNS]]
    rows += [
        [
            each.day.isoformat(),
            each.document,
            each.debit,
            each.credit,
            to_decimal(each.amount),
            each.currency,
            _text(each, texts, date.isoformat),
            "" if each.rate is None else f"{to_decimal(each.rate).normalize():f}",
        ]
        for each in postings
    ]
    return (BYTE_ORDER_MARK + csv_rows(rows)).encode()


def datev_csv(postings: Iterable[Posting], head: DatevHead) -> bytes:
    """Header, names of the fields, and a line for each posting."""
    texts = texts_in("de")
    lines = [_head(head), _FIELDS, *(_line(each, texts) for each in postings)]
    return (_LINE.join(lines) + _LINE).encode("cp1252", errors="replace")


def _head(head: DatevHead) -> str:
    made = head.made_at.astimezone(UTC)
    return ";".join(
        (
            '"EXTF";700;21;"Buchungsstapel";13',
            f"{made:%Y%m%d%H%M%S}{made.microsecond // 1000:03d}",
            ';"AB";"";""',
            str(head.consultant),
            str(head.client),
            f"{head.first.year}0101",
            str(head.digits),
            f"{head.first:%Y%m%d}",
            f"{head.last:%Y%m%d}",
            _quoted(f"Abano {head.first:%d.%m.%Y}-{head.last:%d.%m.%Y}"),
            # Financial books, for every purpose, not yet fixed there.
            '"";1;0;0',
            _quoted(head.currency),
            ';"";;',
            _quoted(head.chart.removeprefix("skr")),
            ';;"";""',
        )
    )


def _line(each: Posting, texts: Texts) -> str:
    fields = [""] * _COUNT
    filled = {
        1: f"{to_decimal(each.amount):.2f}".replace(".", ","),
        2: '"S"',
        3: _quoted(each.currency),
        7: each.debit,
        8: each.credit,
        9: '""',
        10: f"{each.day:%d%m}",
        11: _quoted(_NOT_IN_DOCUMENTS.sub("", each.document)[:_DOCUMENT_LENGTH]),
        12: _quoted(_NOT_IN_DOCUMENTS.sub("", each.reference)[:_DOCUMENT_LENGTH]),
        14: _quoted(_text(each, texts, lambda day: f"{day:%d.%m.%Y}")[:_TEXT_LENGTH]),
    }
    for number, value in filled.items():
        fields[number - 1] = value
    return ";".join(fields)


def _text(each: Posting, texts: Texts, written: Callable[[date], str]) -> str:
    parts = [texts.gettext(KINDS[each.kind]), each.reference]
    if each.rate:
        parts.append(f"{to_decimal(each.rate).normalize():f}%")
    if each.late_of:
        parts.append(written(each.late_of))
    return " ".join(filter(None, parts))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
