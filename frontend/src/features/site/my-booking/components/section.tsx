import type { ReactNode } from "react";

/** A part of the booking's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-3xl border border-line bg-panel p-5 shadow-card sm:p-7 print:border-0 print:p-0 print:shadow-none">
      <h2 className="text-lg font-bold">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}
