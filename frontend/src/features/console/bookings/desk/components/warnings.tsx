import { useLingui } from "@lingui/react/macro";
import { Info } from "lucide-react";
import type { Quote } from "../api";
import { warningWords } from "../words";

/** What the site would refuse. */
export function Warnings({ codes }: { codes: Quote["warnings"] }) {
  const { t } = useLingui();
  if (codes.length === 0) return null;
  return (
    <ul role="status" className="grid gap-1 rounded-xl bg-stone p-3 text-sm">
      {codes.map((code) => (
        <li key={code} className="flex items-center gap-2">
          <Info aria-hidden size={16} className="shrink-0" /> {t(warningWords[code])}
        </li>
      ))}
    </ul>
  );
}
