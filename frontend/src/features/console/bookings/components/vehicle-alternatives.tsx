import { Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { placeName } from "@/features/console/shared/fleet";
import { formatMoney, formatPlainDay, perDay } from "@/lib/format";
import type { Assignment } from "../api";

/** No vehicle is free: said before anybody confirms, with what else there is. */
export function VehicleAlternatives({ assignment }: { assignment: Assignment }) {
  const { t } = useLingui();
  const { alternatives, otherPlace } = assignment;
  return (
    <div className="text-sm">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <TriangleAlert aria-hidden size={16} />
        <Trans>No vehicle of this car is free for these dates.</Trans>
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-6 text-slate">
        {alternatives?.cars.map((each) => (
          <li key={each.slug}>
            {each.dailyDifference > 0
              ? t`${{ car: each.car }}, ${{ price: perDay(formatMoney(each.dailyDifference)) }} more`
              : t`${{ car: each.car }}, at the same price or less`}
          </li>
        ))}
        {alternatives?.freeFrom && (
          <li>{t`The same car from ${{ day: formatPlainDay(alternatives.freeFrom) }}`}</li>
        )}
        {otherPlace.map((place) => (
          <li key={place}>{t`One stands in ${{ place: placeName(place) }}`}</li>
        ))}
      </ul>
    </div>
  );
}
