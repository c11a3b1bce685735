import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { TextField } from "@/components/ui/field";
import { formatPercent } from "@/lib/format";
import { useOnline } from "../components/offline-banner";
import type { PromoState } from "../use-promo";

interface Props {
  code: string;
  promo: PromoState;
  /** A code that came by a link in vain. */
  lostCode: string | undefined;
  /** The server's error for this code when the booking was sent. */
  refused: string | undefined;
  onChange: (code: string) => void;
}

export function PromoField({ code, promo, lostCode, refused, onChange }: Props) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const isOnline = useOnline();
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const idle = promo.isValid ? undefined : t`If someone recommended us.`;
  const checking = isOnline ? t`Checking…` : t`Checked when you are back.`;
  const lost =
    lostCode && !code
      ? t`The promo code ${lostCode} in your link is no longer valid. The price doesn't include it.`
      : undefined;
  return (
    <div>
      <TextField
        label={t`Promo code`}
        hint={promo.isValidating ? checking : idle}
        error={promo.error ?? refused ?? lost}
        ref={field}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => onChange(event.target.value)}
      />
      {promo.isValid && !refused && (
        <p role="status" className="mt-1.5 text-sm font-semibold text-pine">
          ✓ <Sender referrer={promo.referrer ?? ""} percentage={promo.percentage} />
        </p>
      )}
    </div>
  );
}

function Sender({ referrer, percentage }: { referrer: string; percentage: number | null }) {
  if (percentage === null) return <Trans>Recommended by {referrer}</Trans>;
  const percent = formatPercent(percentage, 2);
  return (
    <Trans>
      Recommended by {referrer}: {percent} off your total
    </Trans>
  );
}
