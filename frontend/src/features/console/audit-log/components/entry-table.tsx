import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { formatMoment } from "@/lib/format";
import type { Entry } from "../api";
import { type Part, textOf } from "../rules/parts";
import { fieldName, wordsOf } from "../rules/values";
import { describe } from "../rules/words";

interface Props {
  entries: readonly Entry[];
  pages: TablePages;
  timezone: string;
  currency: string;
}

/** Changes: who, what, when and from where; what was before and after on demand. */
export function EntryTable({ entries, pages, timezone, currency }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Entry>[] = [
    {
      id: "change",
      title: t`Change`,
      cell: (entry) =>
        describe(entry, currency).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other name
          <Piece key={index} part={part} />
        )),
    },
    {
      id: "happenedAt",
      title: t`Time`,
      sort: "desc",
      cell: ({ happenedAt }) => (
        <time dateTime={happenedAt} className="tabular whitespace-nowrap text-muted">
          {formatMoment(happenedAt, timezone)}
        </time>
      ),
      card: "line",
    },
    {
      id: "ipAddress",
      title: t`IP address`,
      cell: ({ ipAddress }) => ipAddress && <span className="tabular text-muted">{ipAddress}</span>,
      card: "line",
    },
  ];
  return (
    <DataTable
      label={t`Audit log`}
      rows={entries}
      columns={columns}
      rowId={({ id }) => id}
      details={(entry) => {
        const fields = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
        if (fields.length === 0) return null;
        return {
          label: t`Changes: ${{ what: textOf(describe(entry, currency)) }}`,
          content: <ChangeTable entry={entry} fields={fields} />,
        };
      }}
      defaultSort="-happenedAt"
      isSortedByServer
      pages={pages}
    />
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
