import type { ReactNode } from "react";
import { AskAgain } from "@/components/ui/late-part";

/** A part of the booking's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-3xl border border-line bg-panel p-5 shadow-card sm:p-7 print:border-0 print:p-0 print:shadow-none">
      <h2 className="text-lg font-bold">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** What is shown while the code of a section or form loads, about as tall, or when it could not be loaded. */
export const insteadOf = (height: string) => (_: unknown, askAgain: (() => void) | null) =>
  askAgain ? (
    <AskAgain onPress={askAgain} />
  ) : (
    <div className={`animate-pulse rounded-3xl bg-stone ${height}`} />
  );
