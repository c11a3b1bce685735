import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { unblockVehicle } from "@/features/console/shared/blocks/api";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { formatShortMoment } from "@/lib/format";
import type { Upcoming, VehicleDetail } from "../api";
import { upcomingName } from "../words";
import { PanelRow } from "./panel-row";

/** Bookings and blocks from now on, the next first. */
export function UpcomingPanel({ vehicle }: { vehicle: VehicleDetail }) {
  const { t } = useLingui();
  const change = useChange({ refresh: vehiclesKey });
  return (
    <Panel title={t`Taken for`} description={t`Bookings and blocks from now on.`}>
      {vehicle.upcoming.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Free from now on.</Trans>
        </p>
      )}
      <ul>
        {vehicle.upcoming.map((each) => (
          <PanelRow
            key={each.id}
            title={<Name upcoming={each} />}
            text={t`${{ from: formatShortMoment(each.startsAt) }} – ${{ until: formatShortMoment(each.endsAt) }}`}
          >
            {each.kind !== "booking" && !each.isImported && (
              <Button
                look="quiet"
                className="min-h-11"
                onClick={() =>
                  void change(
                    () => unblockVehicle(vehicle.id, each.id),
                    () => ({ title: t`Back in service` }),
                  )
                }
              >
                <Trans>Remove the block</Trans>
              </Button>
            )}
          </PanelRow>
        ))}
      </ul>
    </Panel>
  );
}

function Name({ upcoming }: { upcoming: Upcoming }) {
  if (!upcoming.bookingId) return upcomingName(upcoming);
  return (
    <>
      <Link className="underline underline-offset-4" to={adminPath.booking(upcoming.bookingId)}>
        {upcomingName(upcoming)}
      </Link>
      <span className="font-normal">{upcoming.title}</span>
    </>
  );
}
