import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { CalendarDays, Search as SearchIcon } from "lucide-react";
import type { FormEvent, ReactNode, Ref } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { SearchForm, SearchProblems } from "./rules";
import { SearchField } from "./search-field";

export const searchNames = ["pickupLocation", "dropoffLocation", "pickupDate", "returnDate"] as const;

interface Props {
  form: SearchForm;
  problems: SearchProblems;
  /** On the company's clocks, yyyy-mm-dd; nothing earlier can be chosen. */
  today?: string;
  isShaking?: boolean;
  /** What the button says on a phone. */
  action: ReactNode;
  ref?: Ref<HTMLFormElement>;
  onSubmit?: (event: FormEvent) => void;
  onCalendar?: () => void;
  onChange: (name: keyof SearchForm, value: string) => void;
}

/** The form's look: four fields and the button, one pill on a wide screen. */
export function SearchFields({
  form,
  problems,
  today,
  isShaking,
  action,
  ref,
  onSubmit,
  onCalendar,
  onChange,
}: Props) {
  const { t } = useLingui();
  const { locations } = siteConfig();
  const isWrong = Object.keys(problems).length > 0;
  const change = (name: keyof SearchForm) => (event: { target: { value: string } }) =>
    onChange(name, event.target.value);
  return (
    <form
      ref={ref}
      id="search"
      aria-label={t`Check prices`}
      onSubmit={onSubmit}
      // Our own words at the fields, not the browser's.
      noValidate
      className={clsx(
        "grid grid-cols-2 gap-3 rounded-3xl bg-white/95 p-4 text-ink shadow-card backdrop-blur sm:p-5",
        "lg:grid-cols-[1fr_1fr_1fr_1fr_auto] lg:items-end lg:rounded-full lg:py-3 lg:pr-3 lg:pl-8",
        isWrong && "lg:items-start lg:rounded-3xl",
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
      {(["pickupDate", "returnDate"] as const).map((name) => (
        <SearchField
          key={name}
          label={name === "pickupDate" ? t`Pickup date` : t`Return date`}
          problem={problems[name]}
        >
          {(props) => (
            <input
              {...props}
              className={control}
              type="date"
              name={name}
              min={name === "pickupDate" ? today : form.pickupDate || today}
              value={form[name]}
              onChange={change(name)}
            />
          )}
        </SearchField>
      ))}
      <div className="col-span-2 flex gap-2 lg:col-span-1 lg:self-center">
        <Button
          look="quiet"
          aria-label={t`Choose the days on a calendar with prices`}
          onClick={onCalendar}
          className="shrink-0 px-3 lg:rounded-full"
        >
          <CalendarDays aria-hidden size={20} />
        </Button>
        <Button type="submit" className="grow lg:rounded-full">
          <SearchIcon aria-hidden size={18} />
          <span className="lg:hidden">{action}</span>
          <span className="max-lg:hidden">
            <Trans>Check prices</Trans>
          </span>
        </Button>
      </div>
    </form>
  );
}

// In the pill there is no room around a control: the ring of the focus lies inside it.
const control = controlClass(
  "lg:min-h-9 lg:border-0 lg:bg-transparent lg:-mx-2 lg:w-auto lg:px-2 lg:focus-visible:-outline-offset-1",
);
