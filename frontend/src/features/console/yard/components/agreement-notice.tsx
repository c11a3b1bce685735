import { Trans } from "@lingui/react/macro";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { formatShortMoment } from "@/lib/format";
import type { YardBooking } from "../api";

/** The agreement that the customer signed by a link, and whether it still holds. */
export function AgreementNotice({ agreement }: { agreement: NonNullable<YardBooking["agreement"]> }) {
  const { signedAt, signerName, isOutdated } = agreement;
  const Icon = isOutdated ? TriangleAlert : CircleCheck;
  return (
    <p role="status" className="flex items-start gap-3 rounded-2xl bg-stone p-4 text-sm">
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {isOutdated ? (
          <Trans>
            The booking changed after the agreement was signed online. Please let the customer sign here.
          </Trans>
        ) : (
          <Trans>
            {{ name: signerName }} signed the agreement online on {{ moment: formatShortMoment(signedAt) }}.
            Signing here for the condition of the car is optional.
          </Trans>
        )}
      </span>
    </p>
  );
}
