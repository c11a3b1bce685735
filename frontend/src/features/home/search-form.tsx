import { clsx } from "clsx";
import { Search as SearchIcon } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { checkForBots } from "@/features/bot-check/bot-check";
import { todayIn } from "@/lib/dates";
import { gentle } from "@/lib/scroll";
import { siteConfig } from "@/lib/site-config";
import { validSearch } from "./search-rules";
import { setSearch, useShakes } from "./search-store";

const shakeMilliseconds = 500;

/** Asks where and when. What is missing or too short only makes it shake. */
export function SearchForm() {
  const { locations, rental, tenant } = siteConfig();
  const today = todayIn(tenant.timezone);
  const [form, setForm] = useState({
    pickupLocation: "",
    dropoffLocation: "",
    pickupDate: "",
    returnDate: "",
  });
  const [shaking, setShaking] = useState(false);
  const shakes = useShakes();

  useEffect(() => {
    if (shakes > 0) setShaking(true);
  }, [shakes]);
  useEffect(() => {
    if (!shaking) return undefined;
    const timer = window.setTimeout(() => setShaking(false), shakeMilliseconds);
    return () => window.clearTimeout(timer);
  }, [shaking]);

  function change(name: keyof typeof form, value: string) {
    setForm((before) => ({ ...before, [name]: value }));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const search = validSearch(form, rental.minimumDays);
    if (!search) {
      setShaking(true);
      return;
    }
    setSearch(search);
    // Only logged: nobody waits for it.
    void checkForBots("header_form_submission");
    document.getElementById("showcase")?.scrollIntoView({ behavior: gentle() });
  }

  return (
    <form
      id="search"
      aria-label="Check price and availability"
      onSubmit={submit}
      className={clsx(
        "grid grid-cols-2 gap-3 rounded-3xl bg-white/95 p-4 text-ink shadow-card backdrop-blur sm:p-5",
        "lg:grid-cols-[1fr_1fr_1fr_1fr_auto] lg:items-end lg:rounded-full lg:py-3 lg:pr-3 lg:pl-8",
        shaking && "animate-shake",
      )}
    >
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <Labelled key={name} label={name === "pickupLocation" ? "Pick up in" : "Drop off in"}>
          <select
            className={control}
            value={form[name]}
            onChange={(event) => change(name, event.target.value)}
            name={name}
          >
            <option value="">Choose a city</option>
            {locations.map((place) => (
              <option key={place.code} value={place.code}>
                {place.name}
              </option>
            ))}
          </select>
        </Labelled>
      ))}
      {(["pickupDate", "returnDate"] as const).map((name) => (
        <Labelled key={name} label={name === "pickupDate" ? "Pickup date" : "Return date"}>
          <input
            className={control}
            type="date"
            name={name}
            min={name === "pickupDate" ? today : form.pickupDate || today}
            value={form[name]}
            onChange={(event) => change(name, event.target.value)}
          />
        </Labelled>
      ))}
      <Button type="submit" className="col-span-2 lg:col-span-1 lg:rounded-full">
        <SearchIcon aria-hidden size={18} />
        <span className="lg:hidden">Check Price &amp; Availability</span>
        <span className="max-lg:hidden">Check prices</span>
      </Button>
    </form>
  );
}

const control = controlClass("lg:min-h-9 lg:border-0 lg:bg-transparent lg:px-0");

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex min-w-0 flex-col gap-1 text-sm font-semibold text-slate lg:gap-0 lg:text-xs">
      {label}
      {children}
    </label>
  );
}
