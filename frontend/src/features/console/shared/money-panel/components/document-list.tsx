import { useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Button } from "@/components/ui/button";
import { documentNames } from "@/features/console/shared/money-words";
import { useMe } from "@/features/console/shared/session";
import { formatMomentDay, formatMoney } from "@/lib/format";
import { type Document, fileOf } from "../api";
import { CreditDialog } from "./credit-dialog";

interface Props {
  bookingId: string;
  documents: readonly Document[];
}

/** Invoices and credit notes of a booking. */
export function DocumentList({ bookingId, documents }: Props) {
  const { t } = useLingui();
  const { admin } = useMe();
  const [voiding, setVoiding] = useState<Document | null>(null);
  if (documents.length === 0) return null;
  return (
    <ul aria-label={t`Invoices`} className="grid gap-1">
      {documents.map((each) => (
        <li key={each.id} className="flex items-center gap-x-3 text-sm">
          <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
            <a
              className="flex min-h-11 items-center gap-2 font-semibold text-pine underline underline-offset-4"
              href={fileOf(each.id)}
              target="_blank"
              rel="noreferrer"
            >
              <FileText aria-hidden size={18} className="shrink-0" /> {t(documentNames[each.kind])}{" "}
              {each.number}
            </a>
            <span className="tabular text-muted">{formatMomentDay(each.issuedAt)}</span>
            {each.voidedBy && <Badge look="warning">{t`void`}</Badge>}
          </div>
          <span className="tabular font-bold whitespace-nowrap">
            {formatMoney(each.total, each.currency)}
          </span>
          {each.kind === "invoice" && !each.voidedBy && admin.role !== "desk" && (
            <Button look="plain" className="-mr-2 shrink-0 px-2" onClick={() => setVoiding(each)}>
              {t`Void…`}
            </Button>
          )}
        </li>
      ))}
      {voiding && <CreditDialog bookingId={bookingId} invoice={voiding} onClose={() => setVoiding(null)} />}
    </ul>
  );
}
