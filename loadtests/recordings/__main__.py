"""Play the recordings: see the package's text."""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from loadtests.local_product import ROOT
from loadtests.recordings.flows import (
    analyst,
    company,
    desk,
    keyboard,
    languages,
    leaving,
    money,
    operator,
    owner_day,
    prices,
    site,
    yard,
)
from loadtests.recordings.recorder import Recording
from loadtests.recordings.stage import Stage, stage
from loadtests.recordings.tasks import SETTINGS

FOLDER = ROOT / "build" / "recordings"
FLOWS: dict[str, Callable[[Stage], Recording]] = {
    "whatsapp": desk.whatsapp,
    "new-dates": desk.new_dates,
    "clash": desk.clash,
    "workshop": desk.workshop,
    "last-car": site.last_car,
    "first-booking": site.first_booking,
    "four-languages": languages.four_languages,
    "walk-by-keyboard": keyboard.walk_by_keyboard,
    "handover": yard.handover,
    "late-return": yard.late_return,
    "part-payment": money.part_payment,
    "deposit-back": money.deposit_back,
    "invoice-credit-note": money.invoice_credit_note,
    "till": money.till,
    "month-revenue": money.month_revenue,
    "season-price": prices.season_price,
    "two-editors": prices.two_editors,
    "sign-up": company.sign_up,
    "support-session": operator.support_session,
    "export-import-delete": leaving.export_import_delete,
    "owner-day": owner_day.owner_day,
    "analyst-hour": analyst.analyst_hour,
}
HEADING = (
    "| recording | the person | taps | keys | the machine | what she does |\n"
    "| --- | ---: | ---: | ---: | ---: | --- |"
)


def line(recording: Recording) -> str:
    """A row of the table."""
    person = f"{recording.person_seconds:.0f} s | {recording.taps} | {recording.keys}"
    timed = zip(recording.steps, recording.step_seconds, strict=True)
    steps = "; ".join(f"{step} ({seconds:.0f} s)" for step, seconds in timed)
    return f"| {recording.name} | {person} | {recording.machine_seconds:.1f} s | {steps} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", choices=[[], *FLOWS], help="which ones; all without a name")
    chosen = parser.parse_args().name or list(FLOWS)
    lines = [HEADING]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder) / "data", SETTINGS) as product:
        for name in chosen:
            try:
                recording = FLOWS[name](product)
            except Exception as error:  # noqa: BLE001 - one that does not play must not hide the others
                failed += 1
                traceback.print_exc()
                lines.append(f"| {name} | | | | | did not play: {str(error).splitlines()[0]} |")
                continue
            recording.save(FOLDER)
            lines.append(line(recording))
            print(lines[-1], flush=True)
    table = "\n".join(lines) + "\n"
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "table.md").write_text(table)
    print(table)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
