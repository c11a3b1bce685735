import { useLingui } from "@lingui/react/macro";
import { Dialog } from "@/components/ui/dialog";
import { PricePreview } from "./price-preview";

/** What a rental of chosen dates costs by the draft, beside today's price. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Compare prices`}
      description={t`Rental prices now and with your changes.`}
      onClose={onClose}
      isWide
    >
      <PricePreview />
    </Dialog>
  );
}
