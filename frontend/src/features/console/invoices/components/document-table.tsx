import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import { documentNames } from "@/features/console/shared/money-words";
import { formatMomentDay, formatMoney } from "@/lib/format";
import type { Document } from "../api";

/** Documents with their files; each leads to its booking. */
export function DocumentTable({ documents }: { documents: readonly Document[] }) {
  const { t } = useLingui();
  return (
    <DataList>
      {documents.map((each) => (
        <li
          key={each.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 p-4 lg:grid-cols-[12rem_8rem_minmax(0,1fr)_10rem_9rem]"
        >
          <a
            className="tabular flex min-h-11 items-center gap-2 font-semibold text-pine underline underline-offset-4"
            href={`/api/admin/invoices/${each.id}/file`}
            target="_blank"
            rel="noreferrer"
          >
            <FileText aria-hidden size={18} className="shrink-0" /> {each.number}
          </a>
          <span className="text-right lg:text-left">
            <Badge look={each.kind === "invoice" ? "good" : "plain"}>{t(documentNames[each.kind])}</Badge>
          </span>
          <span className="min-w-0 text-sm">
            <span className="block truncate font-semibold">{each.customerName}</span>
            <Link
              className="tabular text-slate underline underline-offset-4"
              to={adminPath.booking(each.bookingId)}
            >
              {each.reference}
            </Link>{" "}
            <span className="tabular text-muted">{formatMomentDay(each.issuedAt)}</span>
          </span>
          <span className="text-right text-sm lg:text-left">
            {each.voidedBy && <Badge look="warning">{t`voided by ${{ number: each.voidedBy }}`}</Badge>}
            {each.credits && <Badge>{t`voids ${{ number: each.credits }}`}</Badge>}
          </span>
          <span
            className={clsx(
              "tabular col-span-2 text-right text-lg font-bold lg:col-span-1 lg:text-base",
              each.total < 0 && "text-danger",
            )}
          >
            {formatMoney(each.total, each.currency)}
          </span>
        </li>
      ))}
    </DataList>
  );
}
