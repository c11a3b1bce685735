import { useLingui } from "@lingui/react/macro";
import { FileText, Mail } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { bookingMessagesQuery } from "@/features/console/shared/messages-panel/api";
import { documentNames } from "@/features/console/shared/money-words";
import { useMay } from "@/features/console/shared/session";
import { formatMomentDay, formatMoney } from "@/lib/format";
import { type Document, emailDocument, fileOf } from "../api";
import { CreditDialog } from "./credit-dialog";

interface Props {
  bookingId: string;
  documents: readonly Document[];
  hasEmail: boolean;
}

/** Invoices and credit notes of a booking. */
export function DocumentList({ bookingId, documents, hasEmail }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const messages = bookingMessagesQuery(bookingId).queryKey;
  const change = useChange({ refresh: messages, failed: t`Couldn't email the document` });
  const [crediting, setCrediting] = useState<Document | null>(null);
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
            {each.isVoid ? (
              <Badge look="warning">{t`void`}</Badge>
            ) : (
              each.credited > 0 && (
                <Badge look="warning">{t`${{ amount: formatMoney(each.credited, each.currency) }} credited`}</Badge>
              )
            )}
          </div>
          <span className="tabular font-bold whitespace-nowrap">
            {formatMoney(each.total, each.currency)}
          </span>
          {hasEmail && (
            <Button
              look="plain"
              className="-mr-2 shrink-0 px-2"
              aria-label={t`Email ${{ number: each.number }} to the customer`}
              onClick={() =>
                void change(
                  () => emailDocument(each.id),
                  () => ({ title: t`${{ number: each.number }} will be emailed to the customer` }),
                )
              }
            >
              <Mail aria-hidden size={18} />
            </Button>
          )}
          {each.kind === "invoice" && !each.isVoid && may("refunds") && (
            <Button look="plain" className="-mr-2 shrink-0 px-2" onClick={() => setCrediting(each)}>
              {t`Credit…`}
            </Button>
          )}
        </li>
      ))}
      {crediting && (
        <CreditDialog bookingId={bookingId} invoice={crediting} onClose={() => setCrediting(null)} />
      )}
    </ul>
  );
}
