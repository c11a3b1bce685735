import { select } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { HandCoins, Share2, Tag } from "lucide-react";
import type { PayableOn } from "@/features/partners/shared/api";
import { formatPercent } from "@/lib/format";

interface Props {
  /** In percent of the booking's price. */
  commissionPercent: number;
  discountPercent: number;
  commissionPayableOn: PayableOn;
}

/** What joining means, in three lines. */
export function Terms({ commissionPercent, discountPercent, commissionPayableOn }: Props) {
  const { t } = useLingui();
  const saving = formatPercent(discountPercent);
  const share = formatPercent(commissionPercent);
  const lines = [
    { Icon: Share2, text: t`Share your own link or promo code.` },
    { Icon: Tag, text: t`Your travellers save ${saving}.` },
    {
      Icon: HandCoins,
      text: select(commissionPayableOn, {
        booking: `You earn ${share} of each booking, paid to your PayPal.`,
        confirmation: `You earn ${share} of each booking, paid to your PayPal once it is confirmed.`,
        other: `You earn ${share} of each booking, paid to your PayPal once the rental is completed.`,
      }),
    },
  ];
  return (
    <ul className="mb-6 grid gap-3 border-b border-line pb-6 sm:grid-cols-3 sm:gap-4">
      {lines.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-3 sm:flex-col sm:items-start">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sky text-pine">
            <Icon aria-hidden size={20} />
          </span>
          <span className="text-sm font-medium">{text}</span>
        </li>
      ))}
    </ul>
  );
}
