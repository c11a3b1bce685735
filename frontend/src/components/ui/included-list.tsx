import { Trans } from "@lingui/react/macro";
import { Check, X } from "lucide-react";

interface Props {
  included: readonly string[];
  excluded: readonly string[];
}

/** What is covered with a tick, what is not with a cross; each line says so to those who cannot see the mark. */
export function IncludedList({ included, excluded }: Props) {
  return (
    <span className="mt-1 flex flex-col gap-1 text-sm">
      {included.map((text) => (
        <span key={text} className="flex gap-2">
          <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-pine" />
          <span className="min-w-0">
            <Trans>
              <span className="sr-only">Included: </span>
              {text}
            </Trans>
          </span>
        </span>
      ))}
      {excluded.map((text) => (
        <span key={text} className="flex gap-2 text-slate">
          <X aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
          <span className="min-w-0">
            <Trans>
              <span className="sr-only">Not included: </span>
              {text}
            </Trans>
          </span>
        </span>
      ))}
    </span>
  );
}
