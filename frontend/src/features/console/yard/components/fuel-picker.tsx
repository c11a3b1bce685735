import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Fuel } from "lucide-react";

interface Props {
  value: number | null;
  error: string | undefined;
  onChange: (eighths: number) => void;
}

const eighths = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** How full the tank is, as the gauge shows it. */
export function FuelPicker({ value, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <fieldset aria-invalid={Boolean(error)}>
      <legend className="flex items-center gap-2 text-sm font-semibold text-slate">
        <Fuel aria-hidden size={16} />
        {value === null ? <Trans>Fuel</Trans> : t`Fuel: ${{ eighths: value }}/8`}
      </legend>
      <div className="mt-2 flex items-end gap-1">
        {eighths.map((each) => (
          <label key={each} className="relative grow cursor-pointer">
            <input
              type="radio"
              name="fuel"
              className="peer sr-only"
              checked={value === each}
              aria-label={t`${{ eighths: each }} eighths`}
              onChange={() => onChange(each)}
            />
            <span
              className={clsx(
                "grid place-items-end justify-center rounded-lg border pb-1 text-xs font-semibold peer-focus-visible:outline-2",
                value !== null && each <= value
                  ? "border-pine bg-pine text-on-pine"
                  : "border-line bg-panel text-muted",
              )}
              style={{ height: `${44 + each * 4}px` }}
            >
              {each === 0 ? t`E` : each === 8 ? t`F` : each}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
