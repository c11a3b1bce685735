import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { Figure } from "@/components/console/figure";
import { buttonClass } from "@/components/ui/button";
import { formatNumber } from "@/lib/format";
import type { Counts } from "../api";

const files = [
  {
    kind: "clicks",
    name: msg`Bookings`,
    text: msg`With a Google click ID (gclid). Most companies need this file.`,
  },
  {
    kind: "app-clicks",
    name: msg`Bookings from apps`,
    text: msg`With a gbraid or wbraid. Google needs a separate file for these.`,
  },
  {
    kind: "retractions",
    name: msg`Retractions`,
    text: msg`Bookings cancelled after they were reported. Upload this file under Adjustments.`,
  },
] as const;

const states: { name: keyof Counts; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { name: "reported", title: msg`Reported`, text: msg`in the bookings files` },
  { name: "retracted", title: msg`Retracted`, text: msg`cancelled, in the retractions file` },
  { name: "tooYoung", title: msg`Waiting`, text: msg`click under 6 hours old, included later today` },
  { name: "tooOld", title: msg`Too old`, text: msg`click over 90 days old, excluded` },
  { name: "cancelled", title: msg`Cancelled`, text: msg`before reporting, excluded` },
  { name: "unreadable", title: msg`No click id`, text: msg`invalid click ID, excluded` },
];

/** What the last 90 days hold. */
export function StateTiles({ counts }: { counts: Counts | undefined }) {
  const { t } = useLingui();
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {states.map(({ name, title, text }) => (
        <Figure key={name} name={t(title)} value={counts && formatNumber(counts[name])} note={t(text)} />
      ))}
    </div>
  );
}

/** The three files for manual upload. */
export function Files() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Files`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">
        <Trans>Upload by hand</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          In Google Ads: Goals → Conversions → Uploads. You can upload the same booking again; Google
          recognises its reference.
        </Trans>
      </p>
      <ul className="mt-3">
        {files.map(({ kind, name, text }) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 last:pb-0"
          >
            <div className="min-w-0 grow basis-60">
              <p className="font-medium">{t(name)}</p>
              <p className="text-sm text-slate">{t(text)}</p>
            </div>
            <a
              href={`/api/admin/conversions/${kind}.csv`}
              download
              aria-label={t`Download ${{ file: t(name) }}`}
              className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
            >
              <Download aria-hidden size={16} /> CSV
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
