import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import { formatTime } from "@/lib/moments";
import type { Entry } from "./queries";
import { describe, fieldName, pageOf, valueText, whoDid } from "./words";

/** One change: who, what, when and from where; what was before and after on demand. */
export function EntryRow({ entry, timezone }: { entry: Entry; timezone: string }) {
  const fields = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  const page = pageOf(entry);
  const head = (
    <>
      <span className="min-w-0 grow">
        <span className="font-semibold">{whoDid(entry)}</span> {describe(entry)}
      </span>
      <span className="tabular flex shrink-0 gap-x-4 text-sm text-muted">
        {entry.ipAddress && <span className="order-last sm:order-none">from {entry.ipAddress}</span>}
        <time dateTime={entry.happenedAt}>{formatTime(entry.happenedAt, timezone)}</time>
      </span>
    </>
  );
  const layout = "flex flex-col gap-1 sm:flex-row sm:items-baseline sm:gap-6";
  if (fields.length === 0) return <li className={`px-4 py-3 pl-11 ${layout}`}>{head}</li>;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none gap-3 px-4 py-3 hover:bg-stone [&::-webkit-details-marker]:hidden">
          <ChevronDown
            aria-hidden
            size={16}
            className="mt-1 shrink-0 -rotate-90 text-muted transition-transform group-open:rotate-0"
          />
          <span className={`min-w-0 grow ${layout}`}>{head}</span>
        </summary>
        <div className="overflow-x-auto px-4 pb-4 pl-11">
          <table className="text-left text-sm">
            <thead className="text-muted">
              <tr>
                <th className="py-1 pr-6 font-medium">Field</th>
                <th className="py-1 pr-6 font-medium">Before</th>
                <th className="py-1 font-medium">After</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field} className="align-top">
                  <th scope="row" className="py-1 pr-6 font-normal">
                    {fieldName(field)}
                  </th>
                  <td className="py-1 pr-6 break-words">
                    {field in entry.before ? valueText(entry.before[field]) : ""}
                  </td>
                  <td className="py-1 break-words">
                    {field in entry.after ? valueText(entry.after[field]) : ""}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {page && (
            <Link
              to={page}
              className="mt-2 inline-block py-2 text-sm font-medium text-pine underline underline-offset-4"
            >
              Look at this {entry.subjectKind}
            </Link>
          )}
        </div>
      </details>
    </li>
  );
}
