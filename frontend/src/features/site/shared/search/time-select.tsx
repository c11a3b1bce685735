import { useLingui } from "@lingui/react/macro";
import type { ChangeEvent } from "react";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";
import type { SearchForm } from "./rules";
import { choicesAt } from "./times";

interface Props {
  form: SearchForm;
  name: "pickupTime" | "returnTime";
  /** On the company's clocks: nothing earlier can be chosen. */
  now: string;
  className: string;
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
}

/** Time of a pickup or return in half-hour steps; times with a surcharge are grouped with their fee. */
export function TimeSelect({ form, name, now, ...rest }: Props) {
  const [code, day] =
    name === "pickupTime" ? [form.pickupLocation, form.pickupDate] : [form.dropoffLocation, form.returnDate];
  const place = code ? siteConfig().locations.find((item) => item.code === code) : undefined;
  const { open, closed } = choicesAt(place, day, form[name], now);
  return (
    <select {...rest} name={name} value={form[name]}>
      {open.map(option)}
      {closed.length > 0 && <Closed times={closed} name={name} fee={place?.outOfHoursFee ?? 0} />}
    </select>
  );
}

interface ClosedProps {
  times: string[];
  name: "pickupTime" | "returnTime";
  fee: number;
}

function Closed({ times, name, fee }: ClosedProps) {
  const { t } = useLingui();
  const price = usePrice()(fee);
  const what = name === "pickupTime" ? t`Pickup out of hours` : t`Return out of hours`;
  return <optgroup label={`${what}: ${price}`}>{times.map(option)}</optgroup>;
}

const option = (time: string) => <option key={time}>{time}</option>;
