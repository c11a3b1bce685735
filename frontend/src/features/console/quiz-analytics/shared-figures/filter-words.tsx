import { useLingui } from "@lingui/react/macro";
import { filterTitles, matchWords } from "../rules/filter-words";
import { filterNames } from "../rules/view";

/** Which sessions the figures are of, in words. */
export function FilterWords({ filters }: { filters: { name: string; value: string }[] }) {
  const { t } = useLingui();
  if (filters.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 text-sm" aria-label={t`Filters`}>
      {filters.map(({ name, value }) => {
        const known = filterNames.find((one) => one === name);
        return (
          <li key={`${name} ${value}`} className="rounded-full border border-line bg-panel px-3 py-1">
            <span className="text-muted">{known ? t(filterTitles[known]) : name}</span>{" "}
            {known ? matchWords(known, value) : value}
          </li>
        );
      })}
    </ul>
  );
}
