import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download, Eraser } from "lucide-react";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";

interface Props {
  found: components["schemas"]["CustomerRecords"];
  onErased: () => void;
}

const names: Record<string, MessageDescriptor> = {
  bookings: msg`Bookings`,
  bookingEvents: msg`Changes of bookings`,
  bookingNotes: msg`Notes and emails of the team`,
  repeatedSubmits: msg`Keys of submits`,
  begunBookings: msg`Bookings that were begun`,
  quizSessions: msg`Quiz sessions`,
  visits: msg`Visits with their address`,
  clicks: msg`Page loads with click ids`,
  messages: msg`Messages about them`,
  affiliateCodes: msg`Promo codes as an affiliate`,
  affiliatePayouts: msg`Payouts as an affiliate`,
  affiliateAccounts: msg`Affiliate account`,
};

/** How much is kept of whom; the copy and the erasure. */
export function FoundCustomer({ found, onErased }: Props) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { email, counts, openBookings } = found;

  const nameOf = (kind: string) => (names[kind] ? t(names[kind]) : kind);

  async function download() {
    try {
      const { data } = await api.POST("/api/admin/customers/export", { body: { email }, parseAs: "blob" });
      save(data as unknown as Blob);
      toast({ title: t`Export Complete` });
    } catch (error) {
      toast({ title: t`Nothing was downloaded`, description: sentenceOf(error), kind: "destructive" });
    }
  }

  async function erase() {
    try {
      await bodyOf(api.POST("/api/admin/customers/erase", { body: { email } }));
      toast({ title: t`The customer is erased` });
      onErased();
    } catch (error) {
      toast({ title: t`Nothing was erased`, description: sentenceOf(error), kind: "destructive" });
    }
  }

  return (
    <Panel title={email}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {Object.entries(counts).map(([kind, count]) => (
          <div key={kind} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt className="text-slate">{nameOf(kind)}</dt>
            <dd className="tabular font-semibold">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="quiet" onClick={download}>
          <Download aria-hidden size={18} /> <Trans>Download a copy</Trans>
        </Button>
        <Button look="risky" onClick={() => setAsking(true)}>
          <Eraser aria-hidden size={18} /> <Trans>Erase this customer</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Erase ${email}?`}
          description={
            <>
              {openBookings > 0 && (
                <strong className="mb-2 block">
                  <Plural
                    value={openBookings}
                    one="One booking is not over yet: you will not be able to reach this customer any more."
                    other="# bookings are not over yet: you will not be able to reach this customer any more."
                  />
                </strong>
              )}
              {(counts.affiliateAccounts ?? 0) > 0 && (
                <strong className="mb-2 block">
                  <Trans>
                    This is an affiliate as well: the account and where its money goes are erased, too. Pay
                    what is owed first.
                  </Trans>
                </strong>
              )}
              <Trans>
                Name, address and number go everywhere, with notes, emails and click ids. Prices and figures
                stay. This cannot be undone.
              </Trans>
            </>
          }
          confirm={t`Erase for good`}
          onConfirm={erase}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

/** Hands the copy to the browser as a file. */
function save(copy: Blob): void {
  const address = URL.createObjectURL(copy);
  const link = document.createElement("a");
  link.href = address;
  link.download = `customer-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
