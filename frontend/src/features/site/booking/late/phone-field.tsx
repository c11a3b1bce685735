import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { controlClass, Field } from "@/components/ui/field";
import { compareTexts, loadRegionNames } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { callingCodes } from "../rules/calling-codes";
import { joinPhone, readPhone } from "../rules/phone";

const listMilliseconds = 400;
const known = callingCodes.map((item) => ({ ...item, name: item.region }));

interface Props {
  label: string;
  hint: string;
  error: string | undefined;
  /** The whole number, such as "+995 599 12 34 56". */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** Country code and number. A complete pasted number selects its country. */
export function PhoneField({ label, hint, error, value, onChange, onBlur }: Props) {
  const { rental } = siteConfig();
  const [start] = useState(() => readPhone(value, rental.phonePrefix));
  const [region, setRegion] = useState(() => regionOf(start.prefix) ?? regionOf(rental.phonePrefix) ?? "GE");
  const [text, setText] = useState(start.number);
  const prefix = callingCodes.find((item) => item.region === region)?.prefix ?? rental.phonePrefix;

  function write(next: string) {
    const parts = readPhone(next, prefix);
    const whole = /^\s*(\+|00|tel:)/i.test(next) || parts.number.length + 3 <= next.trim().length;
    // Spaces are kept while typing; a complete number is split.
    setText(whole ? parts.number : next);
    if (parts.prefix && parts.prefix !== prefix) setRegion(regionOf(parts.prefix) ?? region);
    onChange(joinPhone(parts));
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <div className="flex gap-2">
          <CountrySelect
            region={region}
            prefix={prefix}
            onChange={(next) => {
              setRegion(next);
              const chosen = callingCodes.find((item) => item.region === next)?.prefix ?? prefix;
              onChange(joinPhone({ prefix: chosen, number: readPhone(text, chosen).number }));
            }}
          />
          <input
            {...props}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            name="customerPhone"
            className={controlClass()}
            value={text}
            onChange={(event) => write(event.target.value)}
            onBlur={() => {
              setText(readPhone(text, prefix).number);
              onBlur();
            }}
          />
        </div>
      )}
    </Field>
  );
}

interface SelectProps {
  region: string;
  prefix: string;
  onChange: (region: string) => void;
}

/** A native country select behind the short code: typing a country's first letters finds it. */
function CountrySelect({ region, prefix, onChange }: SelectProps) {
  const { t } = useLingui();
  // The full list, which takes a phone a while to sort, renders when the form is visible; until then only the
  // selected code.
  const [options, setOptions] = useState(() => known.filter((item) => item.region === region));
  useEffect(() => {
    const timer = window.setTimeout(() => {
      namedRegions().then(setOptions, (error: unknown) => console.warn("countries", error));
    }, listMilliseconds);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className="relative shrink-0 rounded-xl has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <span
        aria-hidden
        className="tabular flex min-h-12 items-center gap-1 rounded-xl border border-edge bg-panel pr-2.5 pl-3.5"
      >
        {prefix}
        <ChevronDown size={16} />
      </span>
      <select
        aria-label={t`Country code`}
        autoComplete="tel-country-code"
        value={region}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer text-base opacity-0"
      >
        {options.map((item) => (
          <option key={item.region} value={item.region}>
            {`${item.name} (${item.prefix})`}
          </option>
        ))}
      </select>
    </div>
  );
}

function regionOf(prefix: string): string | undefined {
  return callingCodes.find((item) => item.prefix === prefix)?.region;
}

async function namedRegions() {
  const nameOf = await loadRegionNames();
  return callingCodes
    .map((item) => ({ ...item, name: nameOf(item.region) }))
    .sort((first, second) => compareTexts(first.name, second.name));
}
