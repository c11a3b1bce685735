import { plural, t } from "@lingui/core/macro";
import { mileage } from "@/features/site/shared/terms/lines";
import { type Car, siteConfig } from "@/lib/site-config";
import { categoryName, consumptionText, equipmentName, gearboxName, luggageText } from "./words";

interface Row {
  label: string;
  /** One for each car; empty where it is not set. */
  values: string[];
}

/** The rows of the comparison, without those that no car has a value for. */
export function rowsOf(cars: readonly Car[], money: (amount: number) => string): Row[] {
  const { terms } = siteConfig().rental;
  const sum = (amount: number | null) => (amount === null ? "" : money(amount));
  const row = (label: string, of: (car: Car) => string): Row => ({ label, values: cars.map(of) });
  const rows = [
    row(t({ message: "Kind", context: "of car" }), (car) => categoryName(car.category)),
    row(t({ message: "Seats", context: "of a car" }), ({ seats }) => String(seats)),
    row(t`Luggage`, luggageText),
    row(t`Doors`, ({ doors }) => (doors ? plural(doors, { one: "# door", other: "# doors" }) : "")),
    row(t`Gearbox`, ({ transmission }) => gearboxName(transmission)),
    row(t({ message: "Drive", context: "of a car" }), ({ driveWheels }) => driveWheels),
    row(t`Consumption`, consumptionText),
    row(t({ message: "Built in", comment: "A car's year" }), ({ year }) => (year ? String(year) : "")),
    row(t`Equipment`, (car) => car.equipment.map(equipmentName).join(", ")),
    row(t`Deposit`, ({ deposit }) => sum(deposit ?? terms.deposit ?? null)),
    row(t({ message: "Excess", comment: "What the renter pays of a damage at most" }), ({ excess }) =>
      sum(excess),
    ),
    row(t`Mileage`, ({ kilometresADay }) => mileage(kilometresADay ? { kilometresADay } : terms) ?? ""),
    row(t`Driver's age, at least`, ({ minimumAge }) =>
      String(minimumAge ?? siteConfig().rental.driverMinimumAge),
    ),
  ];
  return rows.filter(({ values }) => values.some(Boolean));
}
