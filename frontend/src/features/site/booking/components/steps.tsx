import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type FormOrder, type StepName, stepNames } from "../rules/order";

const titles: Record<StepName, MessageDescriptor> = {
  contact: msg`Personal Information`,
  trip: msg`Booking Details`,
  extras: msg`Extras`,
  confirm: msg`Complete Your Booking`,
};

interface Props {
  order: FormOrder;
  /** From 1 on; 0 while it is not known. */
  step: number;
}

/** Three circles with their names; those behind the visitor carry a tick. */
export function Steps({ order, step }: Props) {
  const { t } = useLingui();
  return (
    <ol className="mx-auto grid max-w-2xl grid-cols-3" aria-label={t`Steps of your booking`}>
      {stepNames(order).map((each, index) => {
        const name = t(titles[each]);
        const done = index + 1 < step;
        const current = index + 1 === step;
        return (
          <li
            key={name}
            className="relative flex flex-col items-center gap-1.5 px-1"
            aria-current={current ? "step" : undefined}
          >
            {index > 0 && (
              <span
                className={clsx(
                  "absolute top-[calc(1.125rem-1px)] right-[calc(50%+1.625rem)] left-[calc(-50%+1.625rem)] h-0.5",
                  done || current ? "bg-pine" : "bg-line",
                )}
              />
            )}
            <span
              className={clsx(
                "grid size-9 place-items-center rounded-full font-bold",
                done || current ? "bg-pine text-on-pine" : "bg-stone text-slate",
                current && "ring-4 ring-ridge",
              )}
            >
              {done ? <Check aria-hidden size={20} /> : index + 1}
            </span>
            <span className={clsx("step-name", current ? "font-semibold text-ink" : "text-slate")}>
              <span aria-hidden={done}>{name}</span>
              {done && <span className="sr-only">{t`${name}, done`}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
