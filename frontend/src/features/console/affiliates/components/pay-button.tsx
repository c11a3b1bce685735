import { Button } from "@/components/ui/button";
import type { Affiliate } from "../api";

interface Props {
  affiliate: Affiliate;
  /** Whether the page has several, so that each must say whose it is. */
  named?: boolean;
  onPay: () => void;
}

/** Pays what is payable. Without an address to send it to, it says so and cannot be pressed. */
export function PayButton({ affiliate, named = false, onPay }: Props) {
  const isDue = affiliate.commissionPayable > 0;
  if (isDue && !affiliate.paypalEmail) {
    return (
      <Button
        look="quiet"
        disabled
        aria-label={named ? `Pay ${affiliate.name}: no payout address` : "Pay: no payout address"}
        title="Ask the affiliate to enter a payout address on their dashboard."
        className="min-w-28 text-sm leading-tight"
      >
        No payout address
      </Button>
    );
  }
  return (
    <Button
      look={isDue ? "primary" : "quiet"}
      className="min-w-28"
      {...(named ? { "aria-label": `Pay ${affiliate.name}` } : {})}
      onClick={onPay}
    >
      Pay
    </Button>
  );
}
