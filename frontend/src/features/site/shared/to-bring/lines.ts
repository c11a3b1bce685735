import { t } from "@lingui/core/macro";
import type { TermLine } from "@/features/site/shared/terms/lines";
import type { Car, SiteConfig } from "@/lib/site-config";

type Rental = Pick<SiteConfig["rental"], "terms" | "driverMinimumAge">;

/** How old who drives this car must be: what the company says of the car goes before what it says of all. */
function youngestDriver(rental: Pick<Rental, "driverMinimumAge">, car: Pick<Car, "minimumAge"> | undefined) {
  return car?.minimumAge ?? rental.driverMinimumAge;
}

/**
 * What a visitor must show at the pickup beside their licence, and how old they must be. The company's own texts are used
 * for the lines that it has ticked.
 */
export function toBring({ terms, ...rental }: Rental, car: Pick<Car, "minimumAge"> | undefined): TermLine[] {
  const age = youngestDriver(rental, car);
  const lines: TermLine[] = [{ kind: "age", text: t`Minimum driver age: ${age}` }];
  if (terms.pickupDocuments) return [{ kind: "identity", text: terms.pickupDocuments }, ...lines];
  if (terms.paymentCard) {
    lines.unshift({ kind: "card", text: t`Bring a payment card in the driver's own name` });
  }
  if (terms.identity) lines.unshift({ kind: "identity", text: t`Bring your passport or identity card` });
  return lines;
}
