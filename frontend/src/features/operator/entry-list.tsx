import { Link } from "react-router";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import type { Entry } from "./api";
import { actionName, formatUtc } from "./format";

const columns: TableColumn<Entry>[] = [
  { id: "when", title: "When", cell: ({ happenedAt }) => formatUtc(happenedAt) },
  { id: "what", title: "What", cell: ({ action }) => actionName(action), card: "right" },
  {
    id: "subject",
    title: "Of",
    card: "line",
    cell: ({ action, subject }) =>
      /^(company|support)[.]/.test(action) ? (
        <Link
          to={`/companies/${subject}`}
          className="relative z-10 font-medium whitespace-nowrap text-pine hover:underline"
        >
          {subject}
        </Link>
      ) : (
        subject
      ),
  },
  {
    id: "details",
    title: "Details",
    card: "line",
    cell: ({ details }) => describe(details),
  },
  {
    id: "who",
    title: "Who",
    card: "line",
    cell: ({ action, operator, ip }) =>
      operator
        ? [operator, ip].filter(Boolean).join(" · ")
        : action === "company.signed_up"
          ? "Sign-up"
          : "Command line",
  },
];

/** What a detail is called that only applies or not: `withDrafts` is "with drafts". */
const wordsOf = (name: string) => name.replaceAll(/(?=[A-Z])|_/g, " ").toLowerCase();

/** Of a move: "home → two". Numbers have their names. */
function describe({ from, to, ...others }: Entry["details"]): string {
  const rest = Object.entries(others)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => {
      if (value === true) return wordsOf(name);
      return typeof value === "number" ? `${wordsOf(name)} ${value}` : String(value);
    });
  return (
    from && to ? [`${String(from)} → ${String(to)}`, ...rest] : [...rest, from, to].filter(Boolean)
  ).join(", ");
}

/** What operators did, the newest first. */
export function EntryList({ entries }: { entries: Entry[] }) {
  return <DataTable label="Audit log" rows={entries} columns={columns} rowId={({ id }) => id} isShort />;
}
