import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { buttonClass } from "@/components/ui/button";
import { parametersOf, type View } from "../rules/view";

const tables = [
  { table: "answers", name: "Answers per question" },
  { table: "funnel", name: "Where visitors stop" },
  { table: "campaigns", name: "Campaigns" },
  { table: "sessions", name: "All sessions" },
  { table: "responses", name: "All answers given" },
] as const;

const forms = [
  { form: "csv", name: "CSV", for: "for spreadsheets" },
  { form: "parquet", name: "Parquet", for: "for analysis programs" },
] as const;

function address(view: View, table: string, form: string): string {
  const query = new URLSearchParams({ table, format: form });
  for (const [name, value] of Object.entries(parametersOf(view))) query.set(name, String(value));
  return `/api/quiz/analytics/export?${query}`;
}

/** What is filtered now, as files. */
export function DownloadMenu({ view }: { view: View }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className={buttonClass("quiet", "min-h-11 px-4 text-sm")}>
        <Download aria-hidden size={16} /> Download
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 min-w-64 rounded-2xl border border-line bg-panel p-2 text-ink shadow-card"
        >
          {forms.map(({ form, name, for: purpose }) => (
            <DropdownMenu.Group key={form}>
              <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs text-muted">
                <b className="text-slate">{name}</b> {purpose}
              </DropdownMenu.Label>
              {tables.map(({ table, name: title }) => (
                <DropdownMenu.Item key={table} asChild>
                  <a
                    href={address(view, table, form)}
                    download
                    className="flex min-h-10 cursor-pointer items-center rounded-lg px-3 text-sm data-highlighted:bg-stone"
                    aria-label={`${title} as ${name}`}
                  >
                    {title}
                  </a>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
