import type { ReactNode } from "react";
import type { FormOrder } from "../rules/order";
import { Steps } from "./steps";

interface Props {
  /** Above everything: what is only read out, or is only sometimes there. */
  top?: ReactNode;
  /** Where the visitor is, from 1 on; 0 while that is not known. */
  step: number;
  order: FormOrder;
  summary: ReactNode;
  children: ReactNode;
}

/** The places of the wizard: its steps, the summary of the trip, and the step itself. */
export function WizardFrame({ top, step, order, summary, children }: Props) {
  return (
    <main
      id="content"
      className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:gap-6 sm:px-6 sm:py-8 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      {top}
      <div className="lg:col-span-2">
        <Steps order={order} step={step} />
      </div>
      <div className="lg:order-last">{summary}</div>
      <div className="rounded-3xl bg-panel p-4 shadow-card sm:p-8">{children}</div>
    </main>
  );
}
