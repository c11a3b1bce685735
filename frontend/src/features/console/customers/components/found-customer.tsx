import { Download, Eraser } from "lucide-react";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";

interface Props {
  found: components["schemas"]["CustomerRecords"];
  onErased: () => void;
}

const names: Record<string, string> = {
  bookings: "Bookings",
  bookingEvents: "Changes of bookings",
  bookingNotes: "Notes and letters of the team",
  repeatedSubmits: "Keys of submits",
  begunBookings: "Bookings that were begun",
  quizSessions: "Quiz sessions",
  visits: "Visits with their address",
  clicks: "Page loads with click ids",
  messages: "Messages about them",
  affiliateCodes: "Promo codes as an affiliate",
  affiliatePayouts: "Payouts as an affiliate",
  affiliateAccounts: "Affiliate account",
};

/** How much is kept of whom; the copy and the erasure. */
export function FoundCustomer({ found, onErased }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { email, counts, openBookings } = found;

  async function download() {
    try {
      const { data } = await api.POST("/api/admin/customers/export", { body: { email }, parseAs: "blob" });
      save(data as unknown as Blob);
      toast({ title: "Export Complete" });
    } catch (error) {
      toast({ title: "Nothing was downloaded", description: sentenceOf(error), kind: "destructive" });
    }
  }

  async function erase() {
    try {
      await bodyOf(api.POST("/api/admin/customers/erase", { body: { email } }));
      toast({ title: "The customer is erased" });
      onErased();
    } catch (error) {
      toast({ title: "Nothing was erased", description: sentenceOf(error), kind: "destructive" });
    }
  }

  return (
    <Panel title={email}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {Object.entries(counts).map(([kind, count]) => (
          <div key={kind} className="flex justify-between gap-4 border-b border-line pb-2">
            <dt className="text-slate">{names[kind] ?? kind}</dt>
            <dd className="tabular font-semibold">{count}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="quiet" onClick={download}>
          <Download aria-hidden size={18} /> Download a copy
        </Button>
        <Button look="risky" onClick={() => setAsking(true)}>
          <Eraser aria-hidden size={18} /> Erase this customer
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Erase ${email}?`}
          description={
            <>
              {openBookings > 0 && (
                <strong className="mb-2 block">
                  {openBookings === 1 ? "One booking is" : `${openBookings} bookings are`} not over yet: you
                  will not be able to reach this customer any more.
                </strong>
              )}
              {(counts.affiliateAccounts ?? 0) > 0 && (
                <strong className="mb-2 block">
                  This is an affiliate as well: the account and where its money goes are erased, too. Pay what
                  is owed first.
                </strong>
              )}
              Name, address and number go everywhere, with notes, letters and click ids. Prices and figures
              stay. This cannot be undone.
            </>
          }
          confirm="Erase for good"
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
