"""Break one thing after the other while people use the product; then ask whether anything acknowledged is gone.

    python -m loadtests.faults [--short] [--only NAME] [--longest SECONDS] [--back-within SECONDS]

Starts its own product, on this machine only, and exits with 1 when a fault lost, doubled or hid
something, or the product was not back in time. Nothing here brings back what the product should; a row in which a
person has to says so.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from loadtests.faults.causes import FAULTS, Fault, NotPossibleHere
from loadtests.faults.compare import differences, outbox, read, warehouse_differs
from loadtests.faults.crowd import Answers, Crowd, sign_in
from loadtests.faults.product import Product

GIVE_UP = 120.0
WARM_UP, SHORT_WARM_UP = 2.0, 0.5
WAREHOUSE_PATIENCE = 60.0
# Seconds without a message: a killed worker's job waits for its lease, a failed one for its retry.
OUTBOX_PATIENCE = 120.0


@dataclass(slots=True)
class Outcome:
    """``back``: seconds from the fault or its end until a visit succeeded and all are ready."""

    fault: str
    back_by: str
    lasted: float
    answers: Answers
    back: float
    wrong: list[str] = field(default_factory=list)
    skipped: str = ""

    def line(self) -> str:
        if self.skipped:
            return f"{self.fault:<31} not tried: {self.skipped}"
        totals = self.answers
        verdict = "nothing lost or doubled" if not self.wrong else f"{len(self.wrong)} WRONG: {self.wrong[0]}"
        return (
            f"{self.fault:<31} {self.lasted:5.0f} s {totals.acknowledged:6} {totals.refused:7} {totals.unanswered:5}"
            f" {self.back:6.1f} s  {self.back_by:<35}  {verdict}"
        )


HEADING = (
    f"{'fault':<31} {'lasted':>7} {'stored':>6} {'refused':>7} {'none':>5} {'back':>8}"
    f"  {'brought back by':<35}  outcome"
)


async def run(faults: list[tuple[Fault, float]], folder: Path, back_within: float, *, warm_up: float) -> int:
    product = Product(folder)
    outcomes: list[Outcome] = []
    try:
        await product.start()
        crowd = Crowd(product, await product.register_affiliate())
        await crowd.start()
        print(HEADING, flush=True)
        for fault, seconds in faults:
            await asyncio.sleep(warm_up)
            outcome = await _suffer(product, crowd, fault, seconds)
            if outcome.back > back_within + fault.noticed_after:
                outcome.wrong.append(f"not back within {back_within + fault.noticed_after:.0f} s")
            print(outcome.line(), flush=True)
            outcomes.append(outcome)
        await crowd.stop()
        last = await last_messages(product)
        print(f"\n{last}")
        totals = crowd.acknowledged
        print(
            f"Acknowledged and compared: {len(totals.bookings)} bookings,"
            f" {sum(each[3] for each in totals.bookings.values())} commissions,"
            f" {len(totals.started)} quiz sessions, {len(totals.answers)} answers."
        )
    finally:
        await product.stop()
    return 1 if any(each.wrong for each in outcomes) or "WRONG" in last else 0


async def _suffer(product: Product, crowd: Crowd, fault: Fault, seconds: float) -> Outcome:
    crowd.answers = Answers()
    outcome = Outcome(fault.name, fault.back_by, seconds, crowd.answers, 0.0)
    try:
        async with fault.cause(product):
            ended = time.monotonic()
            if fault.strikes_once:
                # Inside the block, where only the product itself can recover.
                outcome.back = await _back(product, crowd, since=ended)
            await asyncio.sleep(max(0.0, seconds - outcome.back))
            if not fault.strikes_once:
                ended = time.monotonic()
    except NotPossibleHere as reason:
        outcome.skipped = str(reason)
        return outcome
    except AssertionError as broken:
        outcome.wrong.append(str(broken))
    if not fault.strikes_once:
        outcome.back = await _back(product, crowd, since=ended)
    async with product.client() as client:
        outcome.wrong += [f"{what} ({count} times)" for what, count in crowd.answers.wrong.items()]
        await asyncio.wait_for(crowd.pause(), GIVE_UP)
        await sign_in(client)
        stored = await asyncio.to_thread(read, product)
        if late := await warehouse_differs(client, stored, patience=WAREHOUSE_PATIENCE):
            outcome.wrong.append(late)
        outcome.wrong += differences(crowd.acknowledged, stored)
    crowd.go_on()
    return outcome


async def _back(product: Product, crowd: Crowd, *, since: float) -> float:
    """Seconds from ``since`` until a whole visit succeeded and every process reports ready."""
    async with product.client() as client:
        await asyncio.wait_for(crowd.visit(client), GIVE_UP)
    await asyncio.wait_for(product.are_all_ready(), GIVE_UP)
    return time.monotonic() - since


async def last_messages(product: Product) -> str:
    """Every message was sent once.

    One sent again after a kill has the same Message-ID, which mail programs show once.
    """
    waiting, later, sent = await asyncio.to_thread(outbox, product)
    before, last_sent = len(sent), time.monotonic()
    while waiting > later and time.monotonic() < last_sent + OUTBOX_PATIENCE:
        await asyncio.sleep(0.5)
        waiting, later, sent = await asyncio.to_thread(outbox, product)
        if len(sent) > before:
            before, last_sent = len(sent), time.monotonic()
    received = product.mail.received
    lost = len(sent - received.keys())
    again = sum(count - 1 for count in received.values())
    overdue = waiting - later
    verdict = f"WRONG: {lost} lost, {overdue} overdue" if lost or overdue else "nothing lost"
    return (
        f"Messages: {len(sent)} sent, {len(received)} received, {again} twice with the same id,"
        f" {later} wait for the hour that a clock ahead gave them; {verdict}."
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="a few faults, each for a moment")
    parser.add_argument("--only", default="", help="faults whose name contains this")
    parser.add_argument("--longest", type=float, default=600.0, help="seconds that one fault may last")
    parser.add_argument("--back-within", type=float, default=15.0, help="seconds; more on a busy machine")
    given = parser.parse_args()
    chosen = [
        (fault, min(given.longest, fault.short or 0 if given.short else fault.seconds))
        for fault in FAULTS
        if given.only in fault.name and (fault.short is not None or not given.short)
    ]
    if not chosen:
        parser.error(f"no fault is named {given.only!r}")
    with tempfile.TemporaryDirectory(prefix="abano-faults-") as folder:
        warm_up = SHORT_WARM_UP if given.short else WARM_UP
        return asyncio.run(run(chosen, Path(folder), given.back_within, warm_up=warm_up))


if __name__ == "__main__":
    sys.exit(main())
