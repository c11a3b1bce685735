import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { CalendarDays, Search as SearchIcon } from "lucide-react";
import {
  type ComponentType,
  type FormEvent,
  Fragment,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
} from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { loadCatalogues } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import type { SearchForm, SearchProblems } from "./rules";
import { SearchField } from "./search-field";
import { TimeSelect } from "./time-select";

const TimeNotes = lazy<ComponentType<{ trip: SearchForm }>>(() =>
  Promise.all([import("@/features/site/shared/times/time-notes"), loadCatalogues("choosing")])
    .then(([module]) => ({ default: module.TimeNotes }))
    // A failure to load messages must not break the page.
    .catch(() => ({ default: () => null })),
);

export const searchNames = [
  "pickupLocation",
  "dropoffLocation",
  "pickupDate",
  "pickupTime",
  "returnDate",
  "returnTime",
] as const;

interface Props {
  form: SearchForm;
  problems: SearchProblems;
  /** In the company's time zone, yyyy-mm-ddThh:mm; earlier times cannot be selected. */
  now?: string;
  isShaking?: boolean;
  /** The button's label on a phone. */
  action: ReactNode;
  ref?: Ref<HTMLFormElement>;
  onSubmit?: (event: FormEvent) => void;
  /** Null: without the button. */
  onCalendar?: (() => void) | null;
  onChange: (name: keyof SearchForm, value: string) => void;
}

/** The form's layout: places, dates and the button, as one pill on a wide screen. */
export function SearchFields({
  form,
  problems,
  now = "",
  isShaking,
  action,
  ref,
  onSubmit,
  onCalendar,
  onChange,
}: Props) {
  const { t } = useLingui();
  const { locations } = siteConfig();
  const today = now.slice(0, 10) || undefined;
  const isWrong = Object.keys(problems).length > 0;
  const change = (name: keyof SearchForm) => (event: { target: { value: string } }) =>
    onChange(name, event.target.value);
  return (
    <form
      ref={ref}
      id="search"
      aria-label={t`Check prices`}
      onSubmit={onSubmit}
      // Our own messages at the fields instead of the browser's.
      noValidate
      className={clsx(
        "search-grid gap-3 rounded-3xl bg-panel/95 p-4 text-ink shadow-card backdrop-blur sm:p-5",
        "lg:grid-cols-[1fr_1fr_auto_auto_auto_auto_auto] lg:items-end lg:gap-x-3.5 lg:rounded-full lg:py-3 lg:pr-3 lg:pl-8",
        isWrong && "lg:items-start",
        // The text below the fields does not fit into a pill.
        "lg:has-[[data-notes]:not(:empty)]:rounded-3xl",
        isShaking && "animate-shake",
      )}
    >
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <SearchField
          key={name}
          label={name === "pickupLocation" ? t`Pick up in` : t`Drop off in`}
          problem={problems[name]}
        >
          {(props) => (
            <select {...props} className={control} value={form[name]} onChange={change(name)} name={name}>
              <option value="">{t`Choose a city`}</option>
              {locations.map((place) => (
                <option key={place.code} value={place.code}>
                  {place.name}
                </option>
              ))}
            </select>
          )}
        </SearchField>
      ))}
      {[["pickupDate", "pickupTime"] as const, ["returnDate", "returnTime"] as const].map(([date, time]) => (
        <Fragment key={date}>
          <SearchField
            label={date === "pickupDate" ? t`Pickup date` : t`Return date`}
            problem={problems[date]}
          >
            {(props) => (
              <input
                {...props}
                className={control}
                type="date"
                name={date}
                min={date === "pickupDate" ? today : form.pickupDate || today}
                value={form[date]}
                onChange={change(date)}
              />
            )}
          </SearchField>
          <SearchField
            label={date === "pickupDate" ? t`Pickup time` : t`Return time`}
            problem={problems[time]}
          >
            {(props) => (
              <TimeSelect
                {...props}
                className={control}
                form={form}
                name={time}
                now={now}
                onChange={change(time)}
              />
            )}
          </SearchField>
        </Fragment>
      ))}
      {form.pickupDate && form.returnDate && (
        <Suspense>
          <TimeNotes trip={form} />
        </Suspense>
      )}
      <div className="col-span-full flex gap-2 lg:col-span-1 lg:self-center">
        {onCalendar !== null && (
          <Button
            look="quiet"
            aria-label={t`Choose dates on a price calendar`}
            onClick={onCalendar}
            className="shrink-0 px-3 lg:rounded-full"
          >
            <CalendarDays aria-hidden size={20} />
          </Button>
        )}
        <Button type="submit" className="min-w-0 grow px-3 lg:rounded-full">
          <SearchIcon aria-hidden size={18} className="lg:max-xl:hidden" />
          <span className="lg:hidden">{action}</span>
          <span className="max-lg:hidden">
            <Trans>Check prices</Trans>
          </span>
        </Button>
      </div>
    </form>
  );
}

// A pill has no space around a control: the focus ring is inside it.
const control = controlClass(
  "lg:min-h-9 lg:border-0 lg:bg-transparent lg:-mx-2 lg:w-auto lg:px-2 lg:focus-visible:-outline-offset-1",
);

/** What the button of a search says: availability only where the company promises it. */
export function CheckPrice({ isPromised }: { isPromised: boolean }) {
  return isPromised ? <Trans>Check Price &amp; Availability</Trans> : <Trans>Check Price</Trans>;
}
