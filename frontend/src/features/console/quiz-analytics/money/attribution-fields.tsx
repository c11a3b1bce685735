import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { type Attribution, credits, creditWords, windows } from "./rules";

interface Props {
  value: Attribution;
  onChoose: (changes: { windowDays?: string | undefined; credit?: string | undefined }) => void;
}

/** Which session a booking counts for, and how long before it. */
export function AttributionFields({ value, onChoose }: Props) {
  const { t } = useLingui();
  return (
    <div className="mt-3 grid gap-3 sm:max-w-2xl sm:grid-cols-2">
      <SelectField
        label={t`Credit bookings to`}
        value={value.credit}
        onChange={(event) =>
          onChoose({ credit: event.target.value === "last" ? undefined : event.target.value })
        }
      >
        {credits.map((credit) => (
          <option key={credit} value={credit}>
            {t(creditWords[credit])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Attribution window`}
        value={value.windowDays}
        onChange={(event) =>
          onChoose({ windowDays: event.target.value === "90" ? undefined : event.target.value })
        }
      >
        {windows.map((days) => (
          <option key={days} value={days}>
            {plural(Number(days), { one: "# day before the booking", other: "# days before the booking" })}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
