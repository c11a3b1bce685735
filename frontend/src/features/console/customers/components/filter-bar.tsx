import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { controlClass } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";
import type { Filters } from "../rules/filters";

const typingPauseMilliseconds = 300;

interface Props {
  filters: Filters;
  /** Those that the company speaks. */
  languages: readonly string[];
  onChange: (changes: Partial<Record<keyof Filters, string>>) => void;
}

/** Search, and what the list can be narrowed by. */
export function FilterBar({ filters, languages, onChange }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(filters.search ?? "");
  // The address is written when the typing pauses, not for every letter.
  useEffect(() => {
    if (typed === (filters.search ?? "")) return undefined;
    const timer = setTimeout(() => onChange({ search: typed }), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, filters.search, onChange]);

  return (
    <search className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className="relative w-full max-w-xl grow basis-72 sm:w-auto">
        <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label={t`Search customers`}
          placeholder={t`Name, email, phone or reference`}
          maxLength={100}
          className={controlClass("pl-10 text-ellipsis")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
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
