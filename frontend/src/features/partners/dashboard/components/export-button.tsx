import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { bookingsFile } from "@/features/partners/shared/api";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { download } from "../download";

interface Props {
  /** How many bookings there are in all. */
  count: number;
}

/** All bookings as a file. */
export function ExportButton({ count }: Props) {
  const [busy, setBusy] = useState(false);

  async function exportBookings() {
    if (count === 0) {
      toast({ kind: "destructive", title: "No Data", description: "No bookings to export" });
      return;
    }
    setBusy(true);
    try {
      const name = `affiliate-bookings-${todayIn(siteConfig().tenant.timezone)}.csv`;
      download(await bookingsFile(), name);
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
