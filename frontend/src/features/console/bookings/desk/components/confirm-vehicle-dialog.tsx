import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { adminPath } from "@/config/admin-path";
import { siteConfig } from "@/lib/site-config";
import type { Assignment, BookingDetail } from "../../api";
import type { Alternative } from "../rules/alternatives";
import { datesOf } from "../rules/rental";
import { VehicleSection } from "./vehicle-section";

interface Props {
  booking: BookingDetail;
  assignment: Assignment;
  isBusy: boolean;
  onConfirm: (vehicleId: string | undefined) => void;
  onClose: () => void;
}

/** Which vehicle confirming gives, before it is confirmed; where none is free, what else could be offered. */
export function ConfirmVehicleDialog({ booking, assignment, isBusy, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState("");
  const isFree = assignment.state !== "none_free";

  /** Opens the change form, which shows the alternative with its price. */
  function take({ change }: Alternative) {
    const to = adminPath.changeBooking(booking.id);
    void navigate(`${to}?${new URLSearchParams(change)}`);
  }
  return (
    <Dialog
      title={isFree ? t`Choose a vehicle` : t`This booking can't be confirmed`}
      description={
        isFree ? booking.carName : t`The booking hasn't changed. Choose an alternative to offer the customer.`
      }
      onClose={onClose}
    >
      <div className="grid gap-5">
        <VehicleSection
          assignment={assignment}
          trip={datesOf(booking, siteConfig().tenant.timezone)}
          chosen={chosen}
          onChoose={setChosen}
          onTake={take}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton />
          {isFree && (
            <Button
              disabled={isBusy}
              // The second click of a double click that opened the dialog is no answer to it.
              onClick={(event) => event.detail < 2 && onConfirm(chosen || undefined)}
            >
              <Trans>Confirm booking</Trans>
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
