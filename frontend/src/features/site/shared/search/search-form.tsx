import { t } from "@lingui/core/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { latePart } from "@/components/ui/late-part";
import { isAvailabilityPromised } from "@/features/site/shared/availability/ask";
import { checkForBots } from "@/features/site/shared/bot-check/bot-check";
import { formatDuration, formatNumber } from "@/lib/format";
import { loadCatalogues } from "@/lib/i18n";
import { gentle } from "@/lib/preferences";
import { type Car, siteConfig } from "@/lib/site-config";
import { useShakes } from "./ask-for-search";
import { type SearchForm as Form, problemsOf } from "./rules";
import { CheckPrice, searchNames as names, SearchFields } from "./search-fields";
import { timesOf } from "./times";
import { useSearch } from "./use-search";

const shakeMilliseconds = 500;

interface Props {
  /** The id of the element that shows the result. */
  answer?: string;
  /** Default pickup and return location, if the URL has none. */
  place?: string;
  /** The car whose prices the calendar shows. */
  car?: Car;
  /** Takes the search instead of this page, which then has no room for the calendar either. */
  onSearch?: (form: Form) => void;
}

const Calendar = latePart(() =>
  Promise.all([import("@/features/site/shared/choosing/calendar/calendar"), loadCatalogues("choosing")]).then(
    ([module]) => module.Calendar,
  ),
);

/** The search for places and dates. Invalid fields shake and show their error. */
export function SearchForm({ answer = "showcase", place = "", car, onSearch }: Props) {
  const { form: asked, isAsked, limits, ask } = useSearch();
  const address = {
    ...asked,
    pickupLocation: asked.pickupLocation || place,
    dropoffLocation: asked.dropoffLocation || place,
  };
  const [form, setForm] = useState(address);
  // A link may contain past dates: validate immediately.
  const [isChecked, setChecked] = useState(isAsked);
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const [shaking, setShaking] = useState(false);
  const shakes = useShakes();
  const element = useRef<HTMLFormElement>(null);

  // Back may lead to another search: the form follows the URL.
  const [known, setKnown] = useState(address);
  if (names.some((name) => known[name] !== address[name])) {
    setKnown(address);
    setForm(address);
    setChecked(isAsked);
  }

  useEffect(() => {
    if (shakes > 0) setShaking(true);
  }, [shakes]);
  useEffect(() => {
    if (!shaking) return undefined;
    const timer = window.setTimeout(() => setShaking(false), shakeMilliseconds);
    return () => window.clearTimeout(timer);
  }, [shaking]);

  // Default times depend on the places and dates.
  const whole = { ...form, ...timesOf(form, siteConfig().locations, limits.now) };
  const problems = isChecked ? problemsOf(whole, limits) : {};

  function change(name: keyof Form, value: string) {
    setForm((before) => {
      // A return at the hour of the pickup stays there: a later one would count an extra day.
      const follows = name === "pickupTime" && before.returnTime === whole.pickupTime;
      return { ...before, [name]: value, ...(follows ? { returnTime: value } : {}) };
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const found = problemsOf(whole, limits);
    const first = names.find((name) => found[name]);
    if (first) {
      setShaking(true);
      element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    if (onSearch) {
      onSearch(whole);
      return;
    }
    ask(whole);
    // Only logged: no one waits for it.
    void checkForBots("header_form_submission");
    document.getElementById(answer)?.scrollIntoView({ behavior: gentle() });
  }

  return (
    <>
      <SearchFields
        ref={element}
        onSubmit={submit}
        form={whole}
        problems={problems}
        now={limits.now}
        isShaking={shaking}
        action={<CheckPrice isPromised={isAvailabilityPromised()} />}
        onCalendar={onSearch ? null : () => setCalendarOpen(true)}
        onChange={change}
      />
      <DriveNote pickup={whole.pickupLocation} dropoff={whole.dropoffLocation} />
      {isCalendarOpen && (
        <Calendar
          range={{ from: form.pickupDate, to: form.returnDate }}
          car={car}
          place={form.pickupLocation}
          onClose={() => setCalendarOpen(false)}
          onChoose={({ from, to }) => {
            setForm((before) => ({ ...before, pickupDate: from, returnDate: to }));
            setCalendarOpen(false);
          }}
        />
      )}
    </>
  );
}

/** Of a one-way trip: how long the drive takes. */
function DriveNote({ pickup, dropoff }: { pickup: string; dropoff: string }) {
  const drive = driveBetween(pickup, dropoff);
  if (!drive) return null;
  const nameOf = (code: string) => siteConfig().locations.find((place) => place.code === code)?.name;
  return (
    <p className="tabular mt-3 w-fit rounded-full bg-panel px-3 py-1 text-sm text-ink">
      {nameOf(pickup)} → {nameOf(dropoff)} · {drive}
    </p>
  );
}

/** The drive between two places, in either direction, such as "5 h 30 min, 380 km"; null where it is not known. */
export function driveBetween(one: string, other: string): string | null {
  const drive = siteConfig().drivingTimes.find(
    ({ start, end }) => (start === one && end === other) || (start === other && end === one),
  );
  return drive ? formatDrive(drive) : null;
}

function formatDrive({ minutes, kilometres }: { minutes: number; kilometres: number | null }): string {
  const duration = formatDuration(minutes);
  if (!kilometres) return duration;
  const distance = formatNumber(kilometres);
  return t`${duration}, ${distance} km`;
}
