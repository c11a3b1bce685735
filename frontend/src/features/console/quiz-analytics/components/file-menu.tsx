import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { MenuContent, menuItemClass } from "@/components/console/menu";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";

interface FileGroup {
  /** Empty where there is one group alone. */
  title: string;
  address: (form: string) => string;
}

const forms = [
  { form: "csv", name: "CSV", purpose: msg`for spreadsheets` },
  { form: "parquet", name: "Parquet", purpose: msg`for analysis tools` },
] as const;

/** What a panel shows, as files. `label` says of what. */
export function FileMenu({ label, groups }: { label: string; groups: readonly FileGroup[] }) {
  const { t } = useLingui();
  return (
    <WithAccess>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger
          aria-label={t`Download: ${label}`}
          title={t`Download: ${label}`}
          className={buttonClass("quiet", "size-11 shrink-0 p-0")}
        >
          <Download aria-hidden size={16} />
        </DropdownMenu.Trigger>
        <MenuContent className="min-w-56">
          {groups.map(({ title, address }) => (
            <DropdownMenu.Group key={title}>
              {title && (
                <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-slate">
                  {title}
                </DropdownMenu.Label>
              )}
              {forms.map(({ form, name, purpose }) => (
                <DropdownMenu.Item key={form} asChild>
                  <a href={address(form)} download className={menuItemClass}>
                    {name} <span className="text-xs text-muted">{t(purpose)}</span>
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
