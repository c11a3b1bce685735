import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { placeName, type Vehicle } from "@/features/console/shared/fleet";
import { formatMoment } from "@/lib/format";
import { kilometres } from "../words";

export function FactsPanel({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useLingui();
  const facts = [
    [t`Car`, vehicle.car],
    [t`Year`, vehicle.year],
    [t`Colour`, vehicle.color],
    [t`Mileage`, kilometres(vehicle.mileageKm)],
    [t`Home location`, placeName(vehicle.homeLocation)],
    [t`Last came back to`, vehicle.location && placeName(vehicle.location)],
    [t`Shown to visitors`, vehicle.isShown && t`yes`],
    [t`Last changed`, formatMoment(vehicle.updatedAt)],
  ] as const;
  return (
    <Panel title={t`Facts`}>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="tabular -mt-1.5 min-w-0 break-words sm:mt-0">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
