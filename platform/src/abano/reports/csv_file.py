"""The table of a report as CSV."""

from abano.kit.csv_text import BYTE_ORDER_MARK, amount_cell, csv_rows
from abano.languages.texts import Texts, translatable
from abano.reports.schemas import RentalFigures, ReportResponse

CUTS = {
    "vehicle": translatable("Vehicle"),
    "model": translatable("Model"),
    "month": translatable("Month"),
    "place": translatable("Pickup"),
    "source": translatable("Source"),
    "campaign": translatable("Campaign"),
    "affiliate": translatable("Affiliate"),
    "answer": translatable("Answer"),
}
FIGURES = (
    translatable("Revenue"),
    translatable("Driven"),
    translatable("Booked"),
    translatable("Pending"),
    translatable("Cancelled"),
    translatable("No-show"),
    translatable("Currency"),
    translatable("Rentals"),
    translatable("Rental days"),
    translatable("Rented vehicle days"),
    translatable("Available vehicle days"),
    translatable("Occupancy, %"),
    translatable("Revenue per available day"),
)
SOURCES = {
    "affiliate": translatable("Affiliate"),
    "campaign": translatable("Campaign"),
    "quiz": translatable("Quiz"),
    "organic": translatable("Organic"),
    "phone": translatable("Phone"),
    "chat": translatable("Chat"),
    "walk_in": translatable("Walk-in"),
}


def csv_file(report: ReportResponse, texts: Texts) -> str:
    """The rows of the cut, or of the months, in the reader's language."""
    headings = [CUTS[report.cut], *([translatable("Model")] if report.cut == "vehicle" else []), *FIGURES]
    lines: list[list[object]] = [[texts.gettext(heading) for heading in headings]]
    if report.cut == "month":
        lines += [[month.key, *_figures(month, report.currency)] for month in report.months]
    for row in report.rows:
        key = "" if row.key == "(none)" else row.key
        named = row.label or (texts.gettext(SOURCES[key]) if report.cut == "source" else key)
        detail = [row.detail or ""] if report.cut == "vehicle" else []
        lines.append([named, *detail, *_figures(row, report.currency)])
    return BYTE_ORDER_MARK + csv_rows(lines)


def _figures(row: RentalFigures, currency: str) -> list[object]:
    amounts = (row.revenue, row.driven, row.booked, row.pending, row.cancelled, row.no_show)
    return [
        *(amount_cell(amount) for amount in amounts),
        currency,
        row.rentals,
        row.days,
        row.rented_days,
        row.available_days,
        row.occupancy,
        amount_cell(row.revenue_per_available_day),
    ]
