import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoney, formatShortMoment } from "@/lib/format";
import { type Money, moneyKey, type PaymentLink, releaseHold } from "../api";
import { CaptureDialog } from "./capture-dialog";
import { CopyLink } from "./copy-link";

interface Props {
  bookingId: string;
  money: Money;
}

const states: Record<PaymentLink["state"], MessageDescriptor> = {
  preparing: msg`creating`,
  open: msg`waiting for the customer`,
  held: msg({ message: "on hold", context: "card hold" }),
  paid: msg({ message: "captured", context: "card hold" }),
  released: msg({ message: "released", context: "card hold" }),
  expired: msg`expired`,
  failed: msg`not created`,
};

/** Deposits on hold on the customer's card, and what can be done with each. */
export function HoldList({ bookingId, money }: Props) {
  const { t } = useLingui();
  const [capturing, setCapturing] = useState<PaymentLink | null>(null);
  const [releasing, setReleasing] = useState<PaymentLink | null>(null);
  const change = useChange({ refresh: moneyKey(bookingId) });
  const holds = money.links.filter((link) => link.purpose === "hold");
  if (holds.length === 0) return null;
  return (
    <>
      <ul aria-label={t`Card holds`} className="divide-y divide-line border-y border-line">
        {holds.map((hold) => (
          <Hold
            key={hold.id}
            hold={hold}
            currency={money.currency}
            onCapture={() => setCapturing(hold)}
            onRelease={() => setReleasing(hold)}
          />
        ))}
      </ul>
      {capturing && (
        <CaptureDialog
          bookingId={bookingId}
          hold={capturing}
          currency={money.currency}
          onClose={() => setCapturing(null)}
        />
      )}
      {releasing && (
        <ConfirmDialog
          title={releasing.state === "held" ? t`Release the card hold?` : t`Withdraw the link?`}
          description={
            releasing.state === "held"
              ? t`${{ amount: formatMoney(releasing.amount, money.currency) }} is no longer held on the customer's card. You can't capture it afterwards.`
              : t`The customer can't use the link any more.`
          }
          confirm={releasing.state === "held" ? t`Release hold` : t`Withdraw link`}
          onConfirm={async () => {
            await change(() => releaseHold(bookingId, releasing.id));
          }}
          onClose={() => setReleasing(null)}
        />
      )}
    </>
  );
}

interface HoldProps {
  hold: PaymentLink;
  currency: string;
  onCapture: () => void;
  onRelease: () => void;
}

function Hold({ hold, currency, onCapture, onRelease }: HoldProps) {
  const { t } = useLingui();
  const isHeld = hold.state === "held";
  return (
    <li className="grid gap-2 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="grow font-semibold">
          {t`Card hold`} <span className="tabular">{formatMoney(hold.amount, currency)}</span>
        </span>
        {hold.pending && <Badge>{t`waiting for Stripe`}</Badge>}
        <Badge look={isHeld ? "good" : hold.state === "failed" ? "warning" : "plain"}>
          {t(states[hold.state])}
        </Badge>
        {hold.url && <CopyLink url={hold.url} />}
      </div>
      {isHeld && hold.heldUntil && (
        <p className="text-slate">{t`Authorized until ${{ moment: formatShortMoment(hold.heldUntil) }}`}</p>
      )}
      {hold.captured !== null && (
        <p className="text-slate">{t`Captured: ${{ amount: formatMoney(hold.captured, currency) }}`}</p>
      )}
      {(isHeld || hold.state === "open") && hold.pending === null && (
        <div className="flex flex-wrap gap-2">
          {isHeld && (
            <Button look="quiet" onClick={onCapture}>
              {t`Capture…`}
            </Button>
          )}
          <Button look="plain" onClick={onRelease}>
            {isHeld ? t`Release hold` : t`Withdraw link`}
          </Button>
        </div>
      )}
    </li>
  );
}
