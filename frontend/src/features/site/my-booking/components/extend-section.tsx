import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late-part";
import { formatShortMoment } from "@/lib/format";
import type { OwnBooking } from "../api";
import { readDraft } from "../rules/draft";
import { insteadOf, Section } from "./section";

const ExtendForm = late(
  () => import("./extend-form").then((module) => module.ExtendForm),
  insteadOf("mt-4 h-80"),
);

/** Extends a rental that has started, as far as the vehicle is free. */
export function ExtendSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(() => Boolean(readDraft(booking.reference)["extension"]));
  const moment = formatShortMoment(booking.returnAt);
  return (
    <Section title={t`Keep the car longer`}>
      <p className="text-slate">
        {t`You have it until ${{ moment }}. If no one else needs it then, you can keep it longer.`}
      </p>
      {isOpen ? (
        <ExtendForm booking={booking} onClose={() => setOpen(false)} />
      ) : (
        <Button className="mt-4" onClick={() => setOpen(true)}>
          <Trans>Choose a later return</Trans>
        </Button>
      )}
    </Section>
  );
}
