import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";

const names = [msg`Personal Information`, msg`Booking Details`, msg`Complete Your Booking`];

/** Three circles; those behind the visitor carry a tick. */
export function Steps({ step }: { step: number }) {
  const { t } = useLingui();
  return (
    <ol className="flex items-center justify-center gap-2" aria-label={t`Steps of your booking`}>
      {names.map((message, index) => {
        const name = t(message);
        const done = index + 1 < step;
        const current = index + 1 === step;
        return (
          <li key={name} className="flex items-center gap-2" aria-current={current ? "step" : undefined}>
            {index > 0 && (
              <span className={clsx("h-0.5 w-8 sm:w-16", done || current ? "bg-pine" : "bg-line")} />
            )}
            <span
              className={clsx(
                "grid size-10 place-items-center rounded-full font-bold",
                done || current ? "bg-pine text-on-pine" : "bg-stone text-slate",
                current && "ring-4 ring-ridge",
              )}
            >
              {done ? <Check aria-hidden size={20} /> : index + 1}
              <span className="sr-only">{done ? t`${name}, done` : name}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
