import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatShortMoment } from "@/lib/format";
import type { OwnBooking } from "../api";
import { ExtendForm } from "./extend-form";
import { Section } from "./section";

/** For whoever has the car: a later return, as far as no one else needs it. */
export function ExtendSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
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
