import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { formatNumber } from "@/lib/format";
import type { Car } from "@/lib/site-config";
import type { FilterName, Sorting } from "./rules";

/** Words of what describes cars, in the language of the page. */

const categories: Record<NonNullable<Car["category"]>, MessageDescriptor> = {
  economy: msg({ message: "Economy", context: "category of cars" }),
  sedan: msg({ message: "Saloon", context: "category of cars" }),
  estate: msg({ message: "Estate", context: "category of cars" }),
  suv: msg({ message: "SUV", context: "category of cars" }),
  offRoad: msg({ message: "Off-road", context: "category of cars" }),
  van: msg({ message: "Van", context: "category of cars" }),
  premium: msg({ message: "Premium", context: "category of cars" }),
};

const equipment: Record<Car["equipment"][number], MessageDescriptor> = {
  airConditioning: msg`Air conditioning`,
  appleCarPlay: msg`Apple CarPlay, Android Auto`,
  bluetooth: msg`Bluetooth`,
  cruiseControl: msg`Cruise control`,
  diffLock: msg`Differential lock`,
  heatedSeats: msg`Heated seats`,
  isofix: msg`ISOFIX for child seats`,
  navigation: msg`Navigation`,
  parkingSensors: msg`Parking sensors`,
  rearCamera: msg`Rear camera`,
  roofRails: msg`Roof rails`,
  sunroof: msg`Sunroof`,
  thirdRow: msg`Third row of seats`,
  towBar: msg`Tow bar`,
  usb: msg`USB sockets`,
  winterTyres: msg`Winter tyres`,
};

const gearboxes: Record<string, MessageDescriptor> = {
  automatic: msg({ message: "Automatic", context: "transmission of a car" }),
  manual: msg({ message: "Manual", context: "transmission of a car" }),
};

export function categoryName(category: Car["category"]): string {
  return category ? t(categories[category]) : "";
}

export function equipmentName(code: Car["equipment"][number]): string {
  return t(equipment[code]);
}

export function gearboxName(transmission: string): string {
  const known = gearboxes[transmission.toLowerCase()];
  return known ? t(known) : transmission;
}

/** The label of a filter. */
export const filterLabels: Record<FilterName, MessageDescriptor> = {
  category: msg({ message: "Kind", context: "of car" }),
  drive: msg({ message: "Drive", context: "of a car" }),
  gearbox: msg`Gearbox`,
  seats: msg({ message: "Seats", context: "of a car" }),
  luggage: msg`Luggage`,
};

/** The text of a filter: 4x4, 7 seats or more. */
export function filterText(name: FilterName, value: string): string {
  const count = Number(value);
  switch (name) {
    case "category":
      return categoryName(value as Car["category"]);
    case "drive":
      // The same in every language.
      return value;
    case "gearbox":
      return gearboxName(value);
    case "seats":
      return plural(count, { one: "# seat or more", other: "# seats or more" });
    case "luggage":
      return plural(count, { one: "# large case or more", other: "# large cases or more" });
  }
}

export const sortingNames: Record<Sorting, MessageDescriptor> = {
  price: msg({ message: "Lowest price first", context: "order of cars" }),
  seats: msg({ message: "Most seats first", context: "order of cars" }),
  consumption: msg({ message: "Least fuel first", context: "order of cars" }),
};

/** What fits into the boot: 3 large cases, 2 small cases; empty where it is not set. */
export function luggageText({
  luggageLarge,
  luggageSmall,
}: Pick<Car, "luggageLarge" | "luggageSmall">): string {
  const texts = [
    luggageLarge ? plural(luggageLarge, { one: "# large case", other: "# large cases" }) : "",
    luggageSmall ? plural(luggageSmall, { one: "# small case", other: "# small cases" }) : "",
  ];
  return texts.filter(Boolean).join(", ");
}

/** What it burns: 8.4 l/100 km; empty where it is not set. */
export function consumptionText({ fuelConsumption }: Pick<Car, "fuelConsumption">): string {
  if (fuelConsumption === null) return "";
  const litres = formatNumber(fuelConsumption, 1);
  return t({ message: `${litres} l/100 km`, comment: "Fuel consumption of a car" });
}
