import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { controlClass } from "@/components/ui/field";
import { addDays } from "@/lib/dates";
import { formatMonth } from "@/lib/format";
import { daysOf, selectableYears, type View } from "../rules/view";

const months = Array.from({ length: 12 }, (_, index) => index + 1);
const small = controlClass(clsx("min-h-11 py-0 text-sm"));

interface Props {
  view: View;
  today: string;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** A month, a year, or days of one's own choice. */
export function PeriodFields({ view, today, onChoose }: Props) {
  const { t } = useLingui();
  const own = view.days !== undefined;
  const toMonths = { from: undefined, to: undefined };
  const toDays = { year: undefined, month: undefined };
  return (
    <fieldset className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <legend className="sr-only">
        <Trans>Period</Trans>
      </legend>
      <label className="grow text-xs text-muted sm:grow-0">
        <span className="mb-1 block px-1">
          <Trans>Year</Trans>
        </span>
        <select
          aria-label={t`Year`}
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
          <option value="own">
            <Trans>Choose days</Trans>
          </option>
        </select>
      </label>
      {view.days ? (
        <>
          <label className="grow text-xs text-muted sm:grow-0">
            <span className="mb-1 block px-1">
              <Trans>From</Trans>
            </span>
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
            <span className="mb-1 block px-1">
              <Trans>To</Trans>
            </span>
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
          <span className="mb-1 block px-1">
            <Trans>Month</Trans>
          </span>
          <select
            aria-label={t`Month`}
            className={small}
            value={view.month ?? ""}
            onChange={({ target: { value } }) => onChoose({ month: value || undefined })}
          >
            <option value="">
              <Trans>All Months</Trans>
            </option>
            {months.map((month) => (
              <option key={month} value={month}>
                {`${String(month).padStart(2, "0")} ${formatMonth(month)}`}
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
