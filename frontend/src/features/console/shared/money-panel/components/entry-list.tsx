import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { entryNames, methodNames } from "@/features/console/shared/money-words";
import { formatMoney, formatShortMoment } from "@/lib/format";
import { type Entry, fileOf } from "../api";

interface Props {
  entries: readonly Entry[];
  currency: string;
}

/** Every movement of the booking's money, oldest first, each with its receipt. */
export function EntryList({ entries, currency }: Props) {
  const { t } = useLingui();
  if (entries.length === 0) return null;
  return (
    <ul aria-label={t`Payments and deposits`} className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-center gap-3 py-2.5 text-sm">
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center gap-x-2 font-semibold">
              {t(entryNames[entry.kind])}
              {entry.refund === "waiting" && <Badge>{t`on its way`}</Badge>}
              {entry.refund === "refused" && <Badge look="warning">{t`declined by Stripe`}</Badge>}
            </p>
            <p className="text-slate">
              {[entry.method && t(methodNames[entry.method]), formatShortMoment(entry.at), entry.by]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {entry.note && <p className="break-words text-muted">{entry.note}</p>}
          </div>
          <span className={clsx("tabular font-bold whitespace-nowrap", entry.amount < 0 && "text-danger")}>
            {formatMoney(entry.amount, currency)}
          </span>
          {entry.receiptId ? (
            <a
              className="-mr-2 grid size-11 shrink-0 place-items-center rounded-xl text-pine hover:bg-stone"
              href={fileOf(entry.receiptId)}
              target="_blank"
              rel="noreferrer"
              aria-label={t`Receipt ${{ number: entry.receiptNumber }}`}
              title={t`Receipt ${{ number: entry.receiptNumber }}`}
            >
              <FileText aria-hidden size={18} />
            </a>
          ) : (
            <span className="-mr-2 size-11 shrink-0" />
          )}
        </li>
      ))}
    </ul>
  );
}
