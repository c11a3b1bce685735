import { type ReactNode, useState } from "react";
import { ViewSwitch } from "@/components/console/view-switch";

interface Props {
  title: string;
  description: ReactNode;
  chart: ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
}

/** A chart, and the table behind it. */
export function ChartSection({ title, description, chart, table }: Props) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-3xl grow basis-60">
          <h2 className="text-lg font-bold">{title}</h2>
          <p className="mt-0.5 text-sm text-slate">{description}</p>
        </div>
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </div>
      <div className="mt-4">{asTable ? table : chart}</div>
    </section>
  );
}
