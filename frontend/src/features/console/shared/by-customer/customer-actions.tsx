import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { QueryKey } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "react-router";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { formatShortMoment } from "@/lib/format";
import { type CustomerAction, licencePicture, markSeen } from "./api";

const actionWords = {
  changed: msg`Changed the rental`,
  cancelled: msg`Cancelled the booking`,
  details: msg`Added a flight or second driver`,
  licence: msg`Sent a driving licence`,
  message: msg`Wrote a message`,
} satisfies Record<CustomerAction["kind"], unknown>;

interface Props {
  actions: readonly CustomerAction[];
  /** Where they are not all of one booking. */
  isNamed?: boolean;
  refresh: QueryKey;
}

/** Customers' own changes; each can be marked as reviewed. */
export function CustomerActions({ actions, isNamed = false, refresh }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh });
  return (
    <ul className="-my-2 divide-y divide-line">
      {actions.map((action) => (
        <li key={action.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3 text-sm">
          <div className="min-w-0 grow basis-48">
            {isNamed && (
              <p className="truncate">
                <Link
                  className="font-semibold text-pine underline underline-offset-4"
                  to={adminPath.booking(action.bookingId)}
                >
                  {action.customerName}
                </Link>{" "}
                <span className="tabular text-muted">{action.reference}</span>
              </p>
            )}
            <p className={isNamed ? "text-slate" : "font-semibold"}>{t(actionWords[action.kind])}</p>
            {action.text && <p className="mt-1 whitespace-pre-wrap break-words">{action.text}</p>}
            {action.pictureId && (
              <a
                className="mt-1 inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
                href={licencePicture(action)}
                target="_blank"
                rel="noreferrer"
              >
                {action.isSecondDriver ? t`Licence of the second driver` : t`Licence of the driver`}
              </a>
            )}
            <p className="tabular mt-0.5 text-xs text-muted">
              {[
                formatShortMoment(action.createdAt),
                action.seenBy && t`checked by ${{ name: action.seenBy }}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          {action.seenAt === null && (
            <Button look="quiet" onClick={() => void change(() => markSeen(action.id))}>
              <Check aria-hidden size={16} /> <Trans>Seen</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
