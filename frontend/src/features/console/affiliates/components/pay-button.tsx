import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@/components/ui/button";
import type { Affiliate } from "../api";

interface Props {
  affiliate: Affiliate;
  /** Whether the page has several buttons, so that each needs the affiliate's name. */
  named?: boolean;
  onPay: () => void;
}

/** Pays the payable amount. Without a payout address it is disabled and shows the reason. */
export function PayButton({ affiliate, named = false, onPay }: Props) {
  const { t } = useLingui();
  const isDue = affiliate.commissionPayable > 0;
  if (isDue && !affiliate.paypalEmail) {
    return (
      <Button
        look="quiet"
        disabled
        aria-label={named ? t`Pay ${{ name: affiliate.name }}: no payout email` : t`Pay: no payout email`}
        title={t`Ask the affiliate to add a payout email on their dashboard.`}
        className="min-w-28 text-sm leading-tight max-sm:max-w-36 max-sm:px-3"
      >
        <Trans>No payout email</Trans>
      </Button>
    );
  }
  return (
    <Button
      look={isDue ? "primary" : "quiet"}
      className="min-w-28"
      {...(named ? { "aria-label": t`Pay ${{ name: affiliate.name }}` } : {})}
      onClick={onPay}
    >
      <Trans>Pay</Trans>
    </Button>
  );
}
