import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { bookingsFile } from "@/features/partners/shared/api";
import { todayIn } from "@/lib/dates";
import { sentenceOf } from "@/lib/errors";
import { saveFile } from "@/lib/save-file";
import { siteConfig } from "@/lib/site-config";

interface Props {
  /** How many bookings there are in all. */
  count: number;
}

/** All bookings as a file. */
export function ExportButton({ count }: Props) {
  const { t } = useLingui();
  const { mutate, isPending } = useMutation({
    mutationFn: bookingsFile,
    onSuccess: (file) => {
      const name = `affiliate-bookings-${todayIn(siteConfig().tenant.timezone)}.csv`;
      saveFile(file, name);
      toast({ title: t`Export Complete`, description: t`Your bookings are in ${name}.` });
    },
    onError: (error) => {
      const description = sentenceOf(error, t`Couldn't load your bookings. Try again in a moment.`);
      toast({ kind: "destructive", title: t`Not exported`, description });
    },
  });

  function exportBookings() {
    if (count > 0) mutate();
    else toast({ kind: "destructive", title: t`No Data`, description: t`No bookings to export` });
  }

  return (
    <Button look="quiet" onClick={exportBookings} disabled={isPending}>
      <Download aria-hidden size={18} />
      <Trans>Export CSV</Trans>
    </Button>
  );
}
