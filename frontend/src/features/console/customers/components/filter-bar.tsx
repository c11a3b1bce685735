import { Trans, useLingui } from "@lingui/react/macro";
import { SearchField } from "@/components/console/search-field";
import { controlClass } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";
import type { Filters } from "../rules/filters";

interface Props {
  filters: Filters;
  /** Languages of the company's site. */
  languages: readonly string[];
  onChange: (changes: Partial<Record<keyof Filters, string>>) => void;
}

/** Search, and what the list can be narrowed by. */
export function FilterBar({ filters, languages, onChange }: Props) {
  const { t } = useLingui();
  return (
    <search className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <SearchField
        className="relative w-full max-w-xl grow basis-72 sm:w-auto"
        label={t`Search customers`}
        placeholder={t`Name, email, phone or reference`}
        value={filters.search ?? ""}
        onSearch={(search) => onChange({ search })}
      />
      {(languages.length > 1 || filters.language) && (
        <select
          aria-label={t`Language`}
          className={controlClass("w-auto min-w-40")}
          value={filters.language ?? ""}
          onChange={(event) => onChange({ language: event.target.value })}
        >
          <option value="">{t`All languages`}</option>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
      )}
      <label className="flex min-h-11 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-(--accent)"
          checked={filters.blacklisted === "true"}
          onChange={(event) => onChange({ blacklisted: event.target.checked ? "true" : "" })}
        />
        <Trans>Only the blacklist</Trans>
      </label>
    </search>
  );
}
