import type { BookingDetail } from "../../api";

const open: readonly BookingDetail["status"][] = ["pending", "confirmed", "active"];

/** Whether the desk may still change a booking. */
export function isChangeable({ status }: Pick<BookingDetail, "status">): boolean {
  return open.includes(status);
}

/** Whether it can be said that the customer did not come: the pickup has passed, and the car is still here. */
export function canBeNoShow(
  { status, pickupAt }: Pick<BookingDetail, "status" | "pickupAt">,
  now: Date,
): boolean {
  return (status === "pending" || status === "confirmed") && Date.parse(pickupAt) <= now.getTime();
}
