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
        <Link to={`/companies/${subject}`} className="relative z-10 font-medium text-pine hover:underline">
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
    cell: ({ details }) =>
      Object.entries(details)
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (value === true ? wordsOf(name) : String(value)))
        .join(", "),
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

/** What operators did, the newest first. */
export function EntryList({ entries }: { entries: Entry[] }) {
  return <DataTable label="Audit log" rows={entries} columns={columns} rowId={({ id }) => id} isShort />;
}
