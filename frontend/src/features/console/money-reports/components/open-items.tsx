import { Plural, useLingui } from "@lingui/react/macro";
import { Mail } from "lucide-react";
import { Link } from "react-router";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { useMay } from "@/features/console/shared/session";
import { formatDay } from "@/lib/format";
import { type OpenItem, receivablesKey, sendReminder } from "../api";
import { Amount } from "./amounts";

/** The bookings that a customer still has to pay, the longest overdue first. */
export function OpenItems({ items, currency }: { items: readonly OpenItem[]; currency: string }) {
  const { t } = useLingui();
  const may = useMay();
  const change = useChange({ refresh: receivablesKey, failed: t`Couldn't send the reminder` });
  return (
    <ul className="divide-y divide-line">
      {items.map((each) => (
        <li key={each.bookingId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
          <Link
            className="tabular inline-flex min-h-11 items-center font-semibold text-pine underline underline-offset-4"
            to={adminPath.booking(each.bookingId)}
          >
            {each.reference}
          </Link>
          {each.invoiceId && (
            <a
              className="tabular inline-flex min-h-11 items-center underline underline-offset-4"
              href={`/api/admin/invoices/${each.invoiceId}/file`}
              target="_blank"
              rel="noreferrer"
            >
              {each.invoiceNumber}
            </a>
          )}
          <span className="min-w-0 grow text-slate">
            {t`Due ${{ day: formatDay(each.dueOn) }}`}
            {each.daysOverdue > 0 && (
              <span className="ml-2 text-danger">
                <Plural value={{ days: each.daysOverdue }} one="# day overdue" other="# days overdue" />
              </span>
            )}
          </span>
          <strong>
            <Amount value={each.open} currency={currency} />
          </strong>
          {may("payments") && each.invoiceId && each.hasEmail && (
            <Button
              look="quiet"
              className="min-h-11"
              aria-label={t`Send a reminder for ${{ number: each.invoiceNumber }}`}
              onClick={() =>
                void change(
                  () => sendReminder(each.invoiceId ?? ""),
                  () => ({ title: t`The reminder will be emailed to the customer` }),
                )
              }
            >
              <Mail aria-hidden size={18} /> {t`Send reminder`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
