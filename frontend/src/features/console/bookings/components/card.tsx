import type { ReactNode } from "react";

interface Props {
  title: string;
  children: ReactNode;
}

/** One side of a booking. */
export function Card({ title, children }: Props) {
  return (
    <section className="rounded-card border border-line bg-panel p-5">
      <h2 className="font-bold">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Labelled values; those without a value are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="-mt-1.5 min-w-0 break-words sm:mt-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
