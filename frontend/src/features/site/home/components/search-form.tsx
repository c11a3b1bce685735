import { Search as SearchIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { checkForBots } from "@/features/site/shared/bot-check/bot-check";
import { cn } from "@/lib/cn";
import { gentle } from "@/lib/scroll";
import { siteConfig } from "@/lib/site-config";
import { useShakes } from "../ask-for-search";
import { problemsOf, type SearchForm as Values } from "../rules/search";
import { useSearch } from "../use-search";
import { SearchField } from "./search-field";

const shakeMilliseconds = 500;
const names = ["pickupLocation", "dropoffLocation", "pickupDate", "returnDate"] as const;

/** Asks where and when. What is missing or too short makes it shake, and is named at its field. */
export function SearchForm() {
  const { locations } = siteConfig();
  const { form: address, isAsked, limits, ask } = useSearch();
  const [form, setForm] = useState(address);
  // A link may carry a search whose days have passed: the error shows at once.
  const [isChecked, setChecked] = useState(isAsked);
  const [shaking, setShaking] = useState(false);
  const shakes = useShakes();
  const element = useRef<HTMLFormElement>(null);

  // The way back leads to another search: the form follows.
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

  const problems = isChecked ? problemsOf(form, limits) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const found = problemsOf(form, limits);
    const first = names.find((name) => found[name]);
    if (first) {
      setShaking(true);
      element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    ask(form);
    // Only logged: nobody waits for it.
    void checkForBots("header_form_submission");
    document.getElementById("showcase")?.scrollIntoView({ behavior: gentle() });
  }

  const change = (name: keyof Values) => (event: { target: { value: string } }) =>
    setForm((before) => ({ ...before, [name]: event.target.value }));
  const isWrong = Object.keys(problems).length > 0;

  return (
    <form
      ref={element}
      id="search"
      aria-label="Check price and availability"
      onSubmit={submit}
      // Our own words at the fields, not the browser's.
      noValidate
      className={cn(
        "grid grid-cols-2 gap-3 rounded-3xl bg-white/95 p-4 text-ink shadow-card backdrop-blur sm:p-5",
        "lg:grid-cols-[1fr_1fr_1fr_1fr_auto] lg:items-end lg:rounded-full lg:py-3 lg:pr-3 lg:pl-8",
        isWrong && "lg:items-start lg:rounded-3xl",
        shaking && "animate-shake",
      )}
    >
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <SearchField
          key={name}
          label={name === "pickupLocation" ? "Pick up in" : "Drop off in"}
          problem={problems[name]}
        >
          {(props) => (
            <select {...props} className={control} value={form[name]} onChange={change(name)} name={name}>
              <option value="">Choose a city</option>
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
          label={name === "pickupDate" ? "Pickup date" : "Return date"}
          problem={problems[name]}
        >
          {(props) => (
            <input
              {...props}
              className={control}
              type="date"
              name={name}
              min={name === "pickupDate" ? limits.today : form.pickupDate || limits.today}
              value={form[name]}
              onChange={change(name)}
            />
          )}
        </SearchField>
      ))}
      <Button type="submit" className="col-span-2 lg:col-span-1 lg:self-center lg:rounded-full">
        <SearchIcon aria-hidden size={18} />
        <span className="lg:hidden">Check Price &amp; Availability</span>
        <span className="max-lg:hidden">Check prices</span>
      </Button>
    </form>
  );
}

// In the pill there is no room around a control: the ring of the focus lies inside it.
const control = controlClass(
  "lg:min-h-9 lg:border-0 lg:bg-transparent lg:-mx-2 lg:w-auto lg:px-2 lg:focus-visible:-outline-offset-1",
);
