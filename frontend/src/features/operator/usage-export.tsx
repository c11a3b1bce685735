import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

/** Days of usage of all companies as a file, for invoices. */
export function UsageExport() {
  const [first, setFirst] = useState(() => monthStart(new Date()));
  const [last, setLast] = useState(() => new Date().toISOString().slice(0, 10));
  const isPeriod = first !== "" && last !== "" && first <= last;
  return (
    <Panel
      title="Export usage"
      description="By company, day and measure, as CSV. Days are those of UTC and counted every hour; over_limit is what was beyond the hard limit."
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="First day"
          type="date"
          value={first}
          onChange={({ target }) => setFirst(target.value)}
        />
        <TextField
          label="Last day"
          type="date"
          value={last}
          onChange={({ target }) => setLast(target.value)}
        />
        {isPeriod ? (
          <a
            className={buttonClass("quiet")}
            href={`/api/operator/usage.csv?${new URLSearchParams({ first, last })}`}
            download
          >
            Export CSV
          </a>
        ) : (
          <p className="text-sm text-danger">Choose a first day before the last.</p>
        )}
      </div>
    </Panel>
  );
}

function monthStart(today: Date): string {
  return `${today.toISOString().slice(0, 8)}01`;
}
