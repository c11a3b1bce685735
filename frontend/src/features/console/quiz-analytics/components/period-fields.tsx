import { controlClass } from "@/components/ui/field";
import { addDays } from "@/lib/dates";
import { daysOf, selectableYears, type View } from "../rules/view";

const months = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, index, 1)),
  ),
);
const small = controlClass("min-h-11 py-0 text-sm");

interface Props {
  view: View;
  today: string;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** A month, a year, or days of one's own choice. */
export function PeriodFields({ view, today, onChoose }: Props) {
  const own = view.days !== undefined;
  const toMonths = { from: undefined, to: undefined };
  const toDays = { year: undefined, month: undefined };
  return (
    <fieldset className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <legend className="sr-only">Period</legend>
      <label className="grow text-xs text-muted sm:grow-0">
        <span className="mb-1 block px-1">Year</span>
        <select
          aria-label="Year"
          className={small}
          value={own ? "own" : view.year}
          onChange={({ target: { value } }) =>
            onChoose(
              value === "own"
                ? { ...toDays, ...beginning(view, today) }
                : { ...toMonths, year: value, month: view.month?.toString() },
            )
          }
        >
          {selectableYears(Number(today.slice(0, 4))).map((year) => (
            <option key={year}>{year}</option>
          ))}
          <option value="own">Choose days</option>
        </select>
      </label>
      {view.days ? (
        <>
          <label className="grow text-xs text-muted sm:grow-0">
            <span className="mb-1 block px-1">From</span>
            <input
              type="date"
              className={small}
              value={view.days.from}
              min="2023-01-01"
              max={view.days.to}
              onChange={({ target: { value } }) => value && onChoose({ ...view.days, from: value })}
            />
          </label>
          <label className="grow text-xs text-muted sm:grow-0">
            <span className="mb-1 block px-1">To</span>
            <input
              type="date"
              className={small}
              value={view.days.to}
              min={view.days.from}
              onChange={({ target: { value } }) => value && onChoose({ ...view.days, to: value })}
            />
          </label>
        </>
      ) : (
        <label className="grow text-xs text-muted sm:grow-0">
          <span className="mb-1 block px-1">Month</span>
          <select
            aria-label="Month"
            className={small}
            value={view.month ?? ""}
            onChange={({ target: { value } }) => onChoose({ month: value || undefined })}
          >
            <option value="">All Months</option>
            {months.map((name, index) => (
              <option key={name} value={index + 1}>
                {`${String(index + 1).padStart(2, "0")} ${name}`}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}

/** Days to begin with: the month shown, else the four weeks until today. */
function beginning(view: View, today: string) {
  return view.month === undefined ? { from: addDays(today, -27), to: today } : daysOf(view);
}
