import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Assignment, assignmentQuery, type BookingDetail } from "../api";
import { ConfirmVehicleDialog } from "./components/confirm-vehicle-dialog";

type Confirm = (vehicleId?: string) => void;
type Asked = { assignment: Assignment; confirm: Confirm };

/**
 * Selects the vehicle to confirm a booking with. Confirms directly when availability is not tracked or unknown.
 * `onCancel`: the dialog was closed without a choice.
 */
export function useConfirming(booking: BookingDetail, onCancel?: () => void) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);

  async function ask(confirm: Confirm) {
    setIsAsking(true);
    // The server decides: without a choice it assigns the best vehicle, or refuses.
    const assignment = await client.fetchQuery(assignmentQuery(booking)).catch(() => null);
    setIsAsking(false);
    if (!assignment || assignment.state === "not_tracked") confirm();
    else setAsked({ assignment, confirm });
  }

  const close = () => setAsked(null);
  const dialog = asked && (
    <ConfirmVehicleDialog
      booking={booking}
      assignment={asked.assignment}
      isBusy={false}
      onConfirm={(vehicleId) => {
        close();
        asked.confirm(vehicleId);
      }}
      onClose={() => {
        close();
        onCancel?.();
      }}
    />
  );
  return { ask, isAsking, dialog };
}
