import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late-part";
import { freeCancellationText } from "@/features/site/shared/terms/lines";
import { formatMoney } from "@/lib/format";
import type { OwnBooking } from "../api";
import { readDraft } from "../rules/draft";
import { CancelForm } from "./cancel-form";
import { insteadOf, Section } from "./section";

const ChangeForm = late(
  () => import("./change-form").then((module) => module.ChangeForm),
  insteadOf("mt-4 h-96"),
);

/** Changing and cancelling, with the company's rules shown first. */
export function ChangeSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const { changeUntil, cancelUntil, freeUntil, cancelCost } = booking.allowed;
  // A form with a draft is open again.
  const [open, setOpen] = useState<"change" | "cancel" | null>(() => {
    const draft = readDraft(booking.reference);
    if (changeUntil && draft["change"]) return "change";
    return cancelUntil && draft["cancellation"] ? "cancel" : null;
  });
  const free = freeUntil
    ? freeCancellationText(freeUntil)
    : cancelUntil && t`Free cancellation until we confirm the booking`;
  const close = () => setOpen(null);
  return (
    <Section title={t`Change or cancel`}>
      <p className="text-slate">
        {cancelCost > 0
          ? t`Cancelling now costs ${{ amount: formatMoney(cancelCost, booking.currency) }}.`
          : free && `${free}.`}{" "}
        {!changeUntil && <Trans>To change something now, please write to us.</Trans>}
      </p>
      {open === null && (
        <div className="mt-4 flex flex-wrap gap-3">
          {changeUntil && (
            <Button onClick={() => setOpen("change")}>
              <Trans>Change dates, places or extras</Trans>
            </Button>
          )}
          {cancelUntil && (
            <Button look="risky" onClick={() => setOpen("cancel")}>
              <Trans>Cancel the booking</Trans>
            </Button>
          )}
        </div>
      )}
      {open === "change" && <ChangeForm booking={booking} onClose={close} />}
      {open === "cancel" && <CancelForm booking={booking} onClose={close} />}
    </Section>
  );
}
