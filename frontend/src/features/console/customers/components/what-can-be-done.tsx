import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Download, Eraser } from "lucide-react";

const deeds = [
  {
    icon: Download,
    name: msg`A copy`,
    words: msg`One file with their bookings and notes, quiz answers, click ids, their affiliate account and every message about them. Hand it to nobody else.`,
  },
  {
    icon: Eraser,
    name: msg`Erasure`,
    words: msg`Name, address and number go everywhere, emails, click ids and an affiliate account too. Prices, commissions and figures stay, without the person.`,
  },
];

/** What the page does for a customer, while none is found yet. */
export function WhatCanBeDone() {
  const { t } = useLingui();
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {deeds.map(({ icon: Icon, name, words }) => (
        <div key={name.id} className="rounded-card border border-line p-5">
          <dt className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden size={18} className="text-muted" /> {t(name)}
          </dt>
          <dd className="mt-1 text-sm text-slate">{t(words)}</dd>
        </div>
      ))}
    </dl>
  );
}
