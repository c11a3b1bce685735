import { Trans } from "@lingui/react/macro";
import { CalendarClock, Pencil, UserX } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { WithAccess } from "@/components/console/with-access";
import { Button, buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import type { BookingDetail } from "../../api";
import { canBeNoShow, isChangeable } from "../rules/rental";
import { NoShowDialog } from "./no-show-dialog";
import { ReturnDialog } from "./return-dialog";

/** What the desk can change of a booking, beside how the customer is reached. */
export function ChangeActions({ booking }: { booking: BookingDetail }) {
  const [open, setOpen] = useState<"return" | "no-show" | null>(null);
  const close = () => setOpen(null);
  if (!isChangeable(booking)) return null;
  return (
    <>
      <WithAccess>
        <Link className={buttonClass("quiet")} to={adminPath.changeBooking(booking.id)}>
          <Pencil aria-hidden size={18} /> <Trans>Change</Trans>
        </Link>
      </WithAccess>
      {booking.status !== "pending" && (
        <Button look="quiet" onClick={() => setOpen("return")}>
          <CalendarClock aria-hidden size={18} /> <Trans>Extend or return early</Trans>
        </Button>
      )}
      {canBeNoShow(booking, new Date()) && (
        <Button look="quiet" onClick={() => setOpen("no-show")}>
          <UserX aria-hidden size={18} /> <Trans>No-show</Trans>
        </Button>
      )}
      {open === "return" && <ReturnDialog booking={booking} onClose={close} />}
      {open === "no-show" && <NoShowDialog booking={booking} onClose={close} />}
    </>
  );
}
