import { nowIn } from "@/lib/dates";
import { chosenPlaces } from "@/lib/handover-places";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import type { OwnBooking, OwnRental } from "../api";

/** The rental as its form begins: wall times on the company's clocks. */
export function rentalOf(booking: OwnBooking): OwnRental {
  const [pickupDate = "", pickupTime = ""] = wallTime(booking.pickupAt);
  return {
    pickupLocation: booking.pickupLocation,
    dropoffLocation: booking.dropoffLocation,
    pickupPlace: booking.pickupPlace?.code ?? "",
    dropoffPlace: booking.dropoffPlace?.code ?? "",
    pickupDate,
    pickupTime,
    ...returnAt(booking.returnAt),
    insuranceType: booking.insuranceCode,
    services: booking.serviceCodes,
  };
}

/** The fields that differ. */
export function changesOf(before: OwnRental, after: OwnRental): Partial<OwnRental> {
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof OwnRental]);
  return Object.fromEntries(Object.entries(after).filter(isNew));
}

/** A moment as the return of a form, on the company's clocks. */
export function returnAt(moment: string): Pick<OwnRental, "returnDate" | "returnTime"> {
  const [returnDate = "", returnTime = ""] = wallTime(moment);
  return { returnDate, returnTime };
}

function wallTime(moment: string): string[] {
  return nowIn(siteConfig().tenant.timezone, new Date(moment)).split("T");
}

/** Whether a form asks for something else than there is. */
export function isChanged(before: OwnRental, after: OwnRental): boolean {
  const flat = ({ services, ...rest }: OwnRental) => JSON.stringify([rest, [...(services ?? [])].sort()]);
  return flat(before) !== flat(after);
}

/** The rental with another city, and the place that is preselected there. */
export function movedTo(
  rental: OwnRental,
  name: "pickupLocation" | "dropoffLocation",
  code: string,
  locations: SiteConfig["locations"],
): OwnRental {
  const moved = { ...rental, [name]: code };
  const { pickup, dropoff } = chosenPlaces({ ...moved, pickupPlace: "", dropoffPlace: "" }, locations);
  return name === "pickupLocation"
    ? { ...moved, pickupPlace: pickup?.code ?? "" }
    : { ...moved, dropoffPlace: dropoff?.code ?? "" };
}
