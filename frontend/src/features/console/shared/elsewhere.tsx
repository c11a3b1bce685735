import { Trans } from "@lingui/react/macro";
import { MapPin } from "lucide-react";
import { elsewhere, type Vehicle } from "./fleet";

/** The location of a vehicle that is not at its home location. */
export function Elsewhere({ vehicle }: { vehicle: Pick<Vehicle, "homeLocation" | "location"> }) {
  const place = elsewhere(vehicle);
  if (!place) return null;
  return (
    <span className="flex items-center gap-1 text-xs text-muted">
      <MapPin aria-hidden size={13} className="shrink-0" />
      <span className="truncate">
        <Trans>Came back to {place}</Trans>
      </span>
    </span>
  );
}
