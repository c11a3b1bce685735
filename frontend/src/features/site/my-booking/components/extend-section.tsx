import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatShortMoment } from "@/lib/format";
import type { OwnBooking } from "../api";
import { ExtendForm } from "./extend-form";
import { Section } from "./section";

/** Extends a rental that has started, as far as the vehicle is free. */
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
