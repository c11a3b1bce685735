import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { readBooked } from "@/features/site/shared/booked";

/** Tells a visitor who reopens the form that they have already booked, to prevent duplicates. */
export function BookedBefore() {
  const [booked] = useState(() => readBooked(null));
  if (!booked) return null;
  const { reference } = booked;
  return (
    <p className="flex items-start gap-3 rounded-2xl bg-sky px-4 py-3 text-sm text-ink lg:col-span-2">
      <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-pine" />
      <span>
        <Trans>
          We have received your booking <strong className="tabular">{reference}</strong>.{" "}
          <Link to={paths.thankYou} className="font-semibold text-pine underline underline-offset-4">
            Show it
          </Link>
          . This form makes another one.
        </Trans>
      </span>
    </p>
  );
}
