"""Layout of rental agreements and return protocols: a usual one fits a page, a long one is printed completely."""

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pypdfium2
import pytest

from abano.bookings.handover.documents import DamageFacts, RecordFacts, make_document
from abano.core.languages.texts import product_languages, texts_in
from abano.core.pdf.blocks import Letterhead
from abano.core.pdf.pdf import render_pdf

NOON = datetime(2026, 7, 3, 12, tzinfo=UTC)
LETTERHEAD = Letterhead("Caucasus & Co", ("1 Road, Tbilisi", "+995 32 255 01 10"))
DAMAGES = (
    DamageFacts("scratch", 215, 330, "Rear bumper, left", False),
    DamageFacts("dent", 705, 350, "", True),
)
FACTS = RecordFacts(
    is_return=False, reference="AB-7K2Q9", customer="Ada Lovelace", phone="+44 20 7946 0958", email="a@example.com",
    car="Toyota RAV4", body="suv", plate="QQ-318-VA", pickup=("Airport", NOON), dropoff=("Batumi", NOON),
    recorded_at=NOON,
    by="Nino Beridze", insurance="Standard", excess=60_000, currency="GEL",
    lines=tuple((f"Line {number}", 100_050) for number in range(6)), total=600_300, mileage_km=48_210, fuel_eighths=8,
    mileage_before=None, fuel_before=None, is_clean=True, licence_seen=True, licence_number="D1234567",
    second_driver="Charles Babbage, BAB 1791",
    accessories=tuple((f"Thing {number}", 1) for number in range(7)), damages=DAMAGES, proposed=(),
    note="The fuel cap opens from inside.", signer="Ada Lovelace", signature=[[[100, 500], [400, 200], [800, 700]]],
    terms="Effective January 7, 2025 (3fa94c01b7d2)", pictures=9,
)  # fmt: skip
RETURN = replace(
    FACTS, is_return=True, mileage_km=49_562, mileage_before=48_210, fuel_before=8, note="",
    proposed=(("late", 3, 6_000), ("fuel", 3, 3_000), ("damage", 1, 15_000), ("cleaning", 1, 3_000)),
)  # fmt: skip


def _pages(language: str, facts: RecordFacts) -> list[str]:
    content = render_pdf(make_document(texts_in(language), LETTERHEAD, facts))
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(BytesIO(content))]


@pytest.mark.parametrize("language", product_languages())
@pytest.mark.parametrize("facts", [FACTS, RETURN], ids=["agreement", "return"])
def test_a_usual_rental_is_one_page_in_every_language(language: str, facts: RecordFacts) -> None:
    [page] = _pages(language, facts)
    assert "Nino Beridze" in page


def test_damage_found_at_the_handover_is_not_new_and_costs_have_amounts() -> None:
    agreement, protocol = (" ".join("".join(_pages("en", each)).split()) for each in (FACTS, RETURN))
    assert "recorded at handover" in agreement
    assert "new" not in agreement.split()
    assert "D1234567, seen" in agreement
    assert "Second driver Charles Babbage, BAB 1791" in agreement
    assert "new" in protocol.split()
    for amount in ("₾60", "₾30", "₾150", "₾270"):
        assert amount in protocol


def test_a_car_with_many_damages_and_long_notes_is_printed_whole() -> None:
    note = "From the door's handle down to the sill, through the paint, with rust. " * 6
    many = tuple(
        DamageFacts("scratch", place * 20, place * 15, f"Place {place}: {note}", False) for place in range(40)
    )
    facts = replace(RETURN, damages=many, proposed=(("damage", 1, 15_000),) * 40)
    text = " ".join("".join(_pages("en", facts)).split())
    assert all(f"Place {place}:" in text for place in range(40))
    assert "I have returned the car" in text


def test_a_long_price_and_many_things_are_printed_whole() -> None:
    facts = replace(
        FACTS,
        lines=tuple((f"A service with a rather long name, number {number}", 5_000) for number in range(50)),
        accessories=tuple((f"Thing {number}", 1) for number in range(50)),
    )
    text = " ".join("".join(_pages("en", facts)).split())
    assert "number 49" in text
    assert "Thing 49" in text
