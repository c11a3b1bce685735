import { useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Check } from "@/components/console/check";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { formatWeekday } from "@/lib/format";
import { type Opening, weekdays, withDay } from "../rules";
import type { PlacePanelProps } from "./name-panel";

const usual = { opens: "09:00", closes: "18:00" };

/** When a place is open, by weekday; without hours it always is. */
export function HoursPanel({ form, children }: PlacePanelProps & { children: ReactNode }) {
  const { t } = useLingui();
  const hours = form.values.openingHours;
  const setHours = (next: Opening[]) => form.set("openingHours", next);
  const isAlways = hours.length === 0;
  const problem = form.errorAt("openingHours");
  return (
    <Panel
      title={t`Opening hours`}
      description={t`By your company's clock. 24:00 is midnight at the end of the day.`}
    >
      <div className="flex flex-col gap-4">
        <Check
          label={t`Always open`}
          checked={isAlways}
          onChange={({ target }) =>
            setHours(target.checked ? [] : weekdays.map((weekday) => ({ weekday, ...usual })))
          }
        />
        {!isAlways && (
          <ul className="divide-y divide-line">
            {weekdays.map((weekday) => (
              <Day
                key={weekday}
                weekday={weekday}
                own={hours.filter((each) => each.weekday === weekday)}
                onChange={(own) => setHours(withDay(hours, weekday, own))}
              />
            ))}
          </ul>
        )}
        {problem && (
          <p role="alert" className="text-sm font-medium text-danger">
            {problem}
          </p>
        )}
        {!isAlways && children}
      </div>
    </Panel>
  );
}

interface DayProps {
  weekday: number;
  own: Opening[];
  onChange: (own: Opening[]) => void;
}

function Day({ weekday, own, onChange }: DayProps) {
  const { t } = useLingui();
  const name = formatWeekday(weekday);
  const put = (place: number, fields: Partial<Opening>) =>
    onChange(own.map((each, at) => (at === place ? { ...each, ...fields } : each)));
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-3 py-2 sm:grid-cols-[8rem_1fr_auto]">
      <span className="flex min-h-11 items-center font-semibold">{name}</span>
      <div className="order-last col-span-2 flex flex-col gap-2 sm:order-none sm:col-span-1">
        {own.length === 0 && (
          <span className="flex min-h-11 items-center text-sm text-muted">{t`closed`}</span>
        )}
        {own.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name while one types
          <div key={place} className="flex items-center gap-2">
            <Clock label={t`${name}: opens`} value={each.opens} onChange={(opens) => put(place, { opens })} />
            <span aria-hidden>–</span>
            <Clock
              label={t`${name}: closes`}
              value={each.closes}
              onChange={(closes) => put(place, { closes })}
            />
            <Button
              access="draft"
              look="plain"
              className="h-11 px-2"
              aria-label={t`${name}: remove these hours`}
              onClick={() => onChange(own.filter((_, at) => at !== place))}
            >
              <X aria-hidden size={18} />
            </Button>
          </div>
        ))}
      </div>
      <Button
        access="draft"
        look="plain"
        className="h-11 px-2"
        aria-label={t`${name}: add hours`}
        onClick={() => onChange([...own, { weekday, ...usual }])}
      >
        <Plus aria-hidden size={18} />
      </Button>
    </li>
  );
}

function Clock({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      aria-label={label}
      className={controlClass("w-24 tabular-nums")}
      inputMode="numeric"
      maxLength={5}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
