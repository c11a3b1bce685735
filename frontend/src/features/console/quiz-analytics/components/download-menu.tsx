import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { MenuContent, menuItemClass } from "@/components/console/menu";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { parametersOf, type View } from "../rules/view";

const tables = [
  { table: "answers", name: msg`Answers per question` },
  { table: "funnel", name: msg`Drop-off` },
  { table: "campaigns", name: msg`Campaigns` },
  { table: "sessions", name: msg`All sessions` },
  { table: "responses", name: msg`All answers given` },
] as const;

const forms = [
  { form: "csv", name: "CSV", for: msg`for spreadsheets` },
  { form: "parquet", name: "Parquet", for: msg`for analysis tools` },
] as const;

function address(view: View, table: string, form: string): string {
  const query = new URLSearchParams({ table, format: form });
  for (const [name, value] of Object.entries(parametersOf(view)))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return `/api/quiz/analytics/export?${query}`;
}

/** What is filtered now, as files. */
export function DownloadMenu({ view }: { view: View }) {
  const { t } = useLingui();
  return (
    <WithAccess>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className={buttonClass("quiet", "min-h-11 px-4 text-sm")}>
          <Download aria-hidden size={16} /> <Trans>Download</Trans>
        </DropdownMenu.Trigger>
        <MenuContent className="min-w-64">
          {forms.map(({ form, name, for: purpose }) => (
            <DropdownMenu.Group key={form}>
              <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs text-muted">
                <b className="text-slate">{name}</b> {t(purpose)}
              </DropdownMenu.Label>
              {tables.map(({ table, name: title }) => (
                <DropdownMenu.Item key={table} asChild>
                  <a
                    href={address(view, table, form)}
                    download
                    className={menuItemClass}
                    aria-label={t`${{ table: t(title) }} as ${{ format: name }}`}
                  >
                    {t(title)}
                  </a>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </MenuContent>
      </DropdownMenu.Root>
    </WithAccess>
  );
}
