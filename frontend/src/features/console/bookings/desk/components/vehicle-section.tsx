import { Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert, Truck } from "lucide-react";
import { useId } from "react";
import { SelectField } from "@/components/ui/field";
import { placeName } from "@/features/console/shared/fleet";
import type { Assignment } from "../../api";
import { type Alternative, alternativesOf } from "../rules/alternatives";
import type { RentalForm } from "../rules/schema";

interface Props {
  assignment: Assignment;
  trip: Pick<RentalForm, "pickupDate" | "returnDate">;
  chosen: string;
  onChoose: (vehicleId: string) => void;
  onTake: (alternative: Alternative) => void;
}

/** Which vehicle the rental gets, or what else there is: each alternative is one press. */
export function VehicleSection({ assignment, trip, chosen, onChoose, onTake }: Props) {
  const { t } = useLingui();
  const id = useId();
  const { state, choices, vehicle } = assignment;
  if (state === "not_tracked") {
    return (
      <p className="text-sm text-slate">
        <Trans>No vehicle is assigned because availability isn't tracked for this car.</Trans>
      </p>
    );
  }
  if (state === "none_free") {
    return (
      <section aria-labelledby={id} className="rounded-xl border border-danger p-4 text-sm">
        <p id={id} role="alert" className="flex items-center gap-2 font-semibold text-danger">
          <TriangleAlert aria-hidden size={16} className="shrink-0" />
          <Trans>No vehicle of this car is free for these dates.</Trans>
        </p>
        <Alternatives items={alternativesOf(assignment, trip)} onTake={onTake} />
      </section>
    );
  }
  const best = vehicle ?? choices[0];
  const given = choices.find((each) => each.id === chosen) ?? best;
  const place = given?.transferFrom;
  return (
    <div className="grid gap-2 text-sm">
      <SelectField label={t`Vehicle`} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {best && (
          <option value="">
            {state === "assigned" && vehicle
              ? t`${{ plate: best.plate }}, current`
              : t`${{ plate: best.plate }}, best match`}
          </option>
        )}
        {choices
          .filter((each) => each.id !== best?.id)
          .map((each) => (
            <option key={each.id} value={each.id}>
              {each.transferFrom
                ? t`${{ plate: each.plate }}, from ${{ place: placeName(each.transferFrom) }}`
                : each.plate}
            </option>
          ))}
      </SelectField>
      {place && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-slate">
          <span className="flex items-center gap-2">
            <Truck aria-hidden size={16} /> {t`Must be transferred from ${{ place: placeName(place) }}`}
          </span>
          <button
            type="button"
            className="min-h-11 font-semibold text-pine underline underline-offset-4"
            onClick={() => onTake({ key: place, label: "", change: { pickupLocation: place } })}
          >
            {t`Pick up there`}
          </button>
        </div>
      )}
    </div>
  );
}

function Alternatives({ items, onTake }: { items: Alternative[]; onTake: Props["onTake"] }) {
  if (items.length === 0) {
    return (
      <p className="mt-2 text-slate">
        <Trans>No alternatives are available then. Try other dates.</Trans>
      </p>
    );
  }
  return (
    <ul className="mt-3 grid gap-2">
      {items.map((each) => (
        <li key={each.key}>
          <button
            type="button"
            className="min-h-11 w-full rounded-xl border border-line px-3 text-left font-semibold hover:bg-stone"
            onClick={() => onTake(each)}
          >
            {each.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
