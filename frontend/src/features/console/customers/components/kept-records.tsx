import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Download, Eraser } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { saveFile } from "@/lib/save-file";
import { type Asked, customersKey, downloadCopy, erase, type Records } from "../api";
import { recordNames } from "../words";
import { ErasureWarning } from "./erasure-warning";

interface Props {
  asked: Asked;
  /** The name in the question. */
  name: string;
  records: Records;
  onErased: () => void;
}

/** Personal data stored about a customer; export and erasure. */
export function KeptRecords({ asked, name, records, onErased }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const nameOf = (kind: string) => (recordNames[kind] ? t(recordNames[kind]) : kind);

  async function download() {
    try {
      save(await downloadCopy(asked));
      toast({ title: t`Export Complete` });
    } catch (error) {
      toast({ title: t`Couldn't download`, description: sentenceOf(error), kind: "destructive" });
    }
  }

  async function eraseAll() {
    try {
      await erase(asked);
      toast({ title: t`The customer is erased` });
      onErased();
      await client.invalidateQueries({ queryKey: customersKey });
    } catch (error) {
      toast({ title: t`Couldn't erase the customer`, description: sentenceOf(error), kind: "destructive" });
    }
  }

  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        {Object.entries(records.counts)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => (
            <div key={kind} className="flex justify-between gap-4 border-b border-line pb-2">
              <dt className="text-slate">
                {nameOf(kind)}
                {records.kept.includes(kind) && (
                  <span className="block text-xs text-muted">
                    <Trans>kept by law</Trans>
                  </span>
                )}
              </dt>
              <dd className="tabular font-semibold">{formatNumber(count)}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-slate">
        <Trans>
          Erases name, email and phone everywhere, with notes, emails, click IDs and any affiliate account.
          Prices, commissions and figures are kept without the person, as are records required by law, such as
          invoices and receipts.
        </Trans>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => void download()}>
          <Download aria-hidden size={18} /> <Trans>Download a copy</Trans>
        </Button>
        <Button look="risky" onClick={() => setAsking(true)}>
          <Eraser aria-hidden size={18} /> <Trans>Erase this customer</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Erase ${name}?`}
          description={<ErasureWarning records={records} />}
          confirm={t`Erase permanently`}
          onConfirm={eraseAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Hands the copy to the browser as a file. */
function save(copy: Blob): void {
  saveFile(copy, `customer-${new Date().toISOString().slice(0, 10)}.zip`);
}
