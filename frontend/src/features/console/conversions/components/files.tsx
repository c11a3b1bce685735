import { Download } from "lucide-react";
import { Figure } from "@/components/console/figure";
import { buttonClass } from "@/components/ui/button";
import type { Counts } from "../api";

const files = [
  {
    kind: "clicks",
    name: "Bookings",
    text: "With a Google click id (gclid). This is the file most companies need.",
  },
  {
    kind: "app-clicks",
    name: "Bookings from apps",
    text: "With a gbraid or wbraid, which Google takes in a file of its own.",
  },
  {
    kind: "retractions",
    name: "Retractions",
    text: "Bookings that were cancelled after they had been reported. Upload it under Adjustments.",
  },
] as const;

const states: { name: keyof Counts; title: string; text: string }[] = [
  { name: "reported", title: "Reported", text: "in the files of bookings" },
  { name: "retracted", title: "Retracted", text: "cancelled, in the file of retractions" },
  { name: "tooYoung", title: "Waiting", text: "click under 6 hours old, in later today" },
  { name: "tooOld", title: "Too old", text: "click over 90 days old, left out" },
  { name: "cancelled", title: "Cancelled", text: "before they were reported, left out" },
  { name: "unreadable", title: "No click id", text: "what was sent cannot be one, left out" },
];

/** What the last 90 days hold. */
export function StateTiles({ counts }: { counts: Counts | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {states.map(({ name, title, text }) => (
        <Figure key={name} name={title} value={counts?.[name].toLocaleString("en")} note={text} />
      ))}
    </div>
  );
}

/** The three files, to upload by hand. */
export function Files() {
  return (
    <section aria-label="Files" className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">Upload by hand</h2>
      <p className="mt-0.5 text-sm text-slate">
        In Google Ads: Goals → Conversions → Uploads. The same booking may be uploaded again: Google knows it
        by its reference.
      </p>
      <ul className="mt-3">
        {files.map(({ kind, name, text }) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 last:pb-0"
          >
            <div className="min-w-0 grow basis-60">
              <p className="font-medium">{name}</p>
              <p className="text-sm text-slate">{text}</p>
            </div>
            <a
              href={`/api/admin/conversions/${kind}.csv`}
              download
              aria-label={`Download ${name}`}
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
