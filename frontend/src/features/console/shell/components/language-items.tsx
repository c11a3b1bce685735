import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { menuItemClass } from "@/components/console/menu";
import { useOwnLanguage } from "@/features/console/shared/language";
import { languageName, productLanguages } from "@/lib/i18n";

/** The languages of the console in the user's menu. */
export function LanguageItems() {
  const { t, i18n } = useLingui();
  const choose = useOwnLanguage();
  return (
    <DropdownMenu.RadioGroup
      aria-label={t`Language`}
      value={i18n.locale}
      onValueChange={(language) => void choose(language)}
    >
      {productLanguages.map((language) => (
        <DropdownMenu.RadioItem key={language} value={language} lang={language} className={menuItemClass}>
          <span className="size-4.5">
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden size={18} />
            </DropdownMenu.ItemIndicator>
          </span>
          {languageName(language)}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
