import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { everyBooking, type ReferredBooking } from "@/features/partners/shared/api";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { bookingsCsv, download } from "../csv";
import { placeName } from "../places";

interface Props {
  bookings: readonly ReferredBooking[];
  /** How many there are in all: those that are not listed are fetched for the file. */
  count: number;
}

/** All bookings as a file. */
export function ExportButton({ bookings, count }: Props) {
  const [busy, setBusy] = useState(false);

  async function exportBookings() {
    if (bookings.length === 0) {
      toast({ kind: "destructive", title: "No Data", description: "No bookings to export" });
      return;
    }
    setBusy(true);
    try {
      const all = bookings.length < count ? await everyBooking() : bookings;
      const { timezone } = siteConfig().tenant;
      const name = `affiliate-bookings-${todayIn(timezone)}.csv`;
      download(bookingsCsv(all, { timeZone: timezone, place: placeName }), name);
      toast({ title: "Export Complete", description: `Your bookings are in ${name}.` });
    } catch (error) {
      console.warn("bookings not exported", error);
      const description = "Your bookings did not arrive. Please try again in a moment.";
      toast({ kind: "destructive", title: "Not exported", description });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button look="quiet" onClick={exportBookings} disabled={busy}>
      <Download aria-hidden size={18} />
      Export CSV
    </Button>
  );
}
