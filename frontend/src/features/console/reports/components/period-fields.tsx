import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { controlClass } from "@/components/ui/field";
import { addDays } from "@/lib/dates";
import { formatMonth } from "@/lib/format";
import { daysOf, selectableYears, type View } from "../rules/view";

const small = controlClass("min-h-11 py-0 text-sm");

interface Props {
  view: View;
  today: string;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** A month, a year, or days of one's own choice. */
export function PeriodFields({ view, today, onChoose }: Props) {
  const { t } = useLingui();
  const { days } = view;
  const begin = () => (view.month === undefined ? { from: addDays(today, -27), to: today } : daysOf(view));
  const chooseYear = (value: string) =>
    onChoose(
      value === "own"
        ? { year: undefined, month: undefined, ...begin() }
        : { from: undefined, to: undefined, year: value, month: view.month?.toString() },
    );
  return (
    <fieldset className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      <legend className="sr-only">
        <Trans>Period</Trans>
      </legend>
      <Labelled name={t`Year`}>
        <select
          className={small}
          value={days ? "own" : view.year}
          onChange={(event) => chooseYear(event.target.value)}
        >
          {selectableYears(Number(today.slice(0, 4))).map((year) => (
            <option key={year}>{year}</option>
          ))}
          <option value="own">{t`Choose days`}</option>
        </select>
      </Labelled>
      {days ? (
        <>
          <Labelled name={t`From`}>
            <input
              type="date"
              className={small}
              value={days.from}
              max={days.to}
              onChange={({ target: { value } }) => value && onChoose({ ...days, from: value })}
            />
          </Labelled>
          <Labelled name={t`To`}>
            <input
              type="date"
              className={small}
              value={days.to}
              min={days.from}
              max={addDays(days.from, 1096)}
              onChange={({ target: { value } }) => value && onChoose({ ...days, to: value })}
            />
          </Labelled>
        </>
      ) : (
        <Labelled name={t`Month`}>
          <select
            className={small}
            value={view.month ?? ""}
            onChange={(event) => onChoose({ month: event.target.value || undefined })}
          >
            <option value="">{t`Whole year`}</option>
            {Array.from({ length: 12 }, (_, index) => index + 1).map((month) => (
              <option key={month} value={month}>
                {formatMonth(month)}
              </option>
            ))}
          </select>
        </Labelled>
      )}
    </fieldset>
  );
}

export function Labelled({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="grow text-xs text-muted sm:grow-0">
      <span className="mb-1 block px-1">{name}</span>
      {children}
    </label>
  );
}
