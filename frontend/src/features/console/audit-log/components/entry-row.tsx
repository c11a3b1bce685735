import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { formatTime } from "@/lib/format";
import type { Entry } from "../api";
import { type Part, textOf } from "../rules/parts";
import { fieldName, wordsOf } from "../rules/values";
import { describe } from "../rules/words";

interface Props {
  entry: Entry;
  timezone: string;
  currency: string;
}

/** One change: who, what, when and from where; what was before and after on demand. */
export function EntryRow({ entry, timezone, currency }: Props) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const tableId = useId();
  const fields = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  const parts = describe(entry, currency);
  return (
    <li>
      <div className="flex items-start gap-1 py-0.5 pr-4 pl-1">
        {fields.length > 0 ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={tableId}
            aria-label={t`Changes: ${{ what: textOf(parts) }}`}
            onClick={() => setIsOpen(!isOpen)}
            className="grid size-11 shrink-0 place-items-center rounded-xl text-muted hover:bg-stone hover:text-ink"
          >
            <ChevronDown aria-hidden size={16} className={isOpen ? "" : "-rotate-90"} />
          </button>
        ) : (
          <span className="size-11 shrink-0" />
        )}
        <div className="flex min-w-0 grow flex-col gap-1 py-2.5 sm:flex-row sm:items-baseline sm:gap-6">
          <p className="min-w-0 grow break-words">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name
              <Piece key={index} part={part} />
            ))}
          </p>
          <p className="tabular flex shrink-0 gap-x-4 text-sm text-muted">
            {entry.ipAddress && (
              <span className="order-last sm:order-none">
                <Trans>from {{ ipAddress: entry.ipAddress }}</Trans>
              </span>
            )}
            <time dateTime={entry.happenedAt}>{formatTime(entry.happenedAt, timezone)}</time>
          </p>
        </div>
      </div>
      <div id={tableId} hidden={!isOpen} className="overflow-x-auto px-4 pb-4 pl-13">
        {isOpen && <ChangeTable entry={entry} fields={fields} />}
      </div>
    </li>
  );
}

function Piece({ part }: { part: Part }) {
  if (typeof part === "string") return part;
  if ("who" in part) return <span className="font-semibold">{part.who}</span>;
  const { name, page } = part.thing;
  return page ? (
    <Link to={page} className="inline-block max-w-full font-medium text-pine underline underline-offset-4">
      {name}
    </Link>
  ) : (
    <span className="font-medium">{name}</span>
  );
}

function ChangeTable({ entry, fields }: { entry: Entry; fields: readonly string[] }) {
  return (
    <table className="text-left text-sm">
      <thead className="text-muted">
        <tr>
          <th className="py-1 pr-6 font-medium">
            <Trans>Field</Trans>
          </th>
          <th className="py-1 pr-6 font-medium">
            <Trans>Before</Trans>
          </th>
          <th className="py-1 font-medium">
            <Trans>After</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} className="align-top">
            <th scope="row" className="py-1 pr-6 font-normal">
              {fieldName(field)}
            </th>
            <td className="py-1 pr-6 break-words">
              {field in entry.before ? wordsOf(field, entry.before[field]) : ""}
            </td>
            <td className="py-1 break-words">
              {field in entry.after ? wordsOf(field, entry.after[field]) : ""}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
