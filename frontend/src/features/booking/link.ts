import { clean, fold } from "@/lib/names";
import type { Details } from "./schema";

const specialWords: Record<string, string> = { "4runner": "4Runner", fj: "FJ" };

/** A car's name as links carry it: plus signs are spaces, each word is capitalised, but for 4Runner and FJ. */
export function carNameFrom(text: string): string {
  return clean(text.replace(/\+/g, " "))
    .split(" ")
    .filter(Boolean)
    .map((word) => specialWords[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** What the link to the wizard says. What it leaves out stays empty for the visitor to choose. */
export function detailsFrom(
  search: string,
): Pick<Details, "pickupLocation" | "dropoffLocation" | "pickupDate" | "returnDate" | "carType"> {
  const query = new URLSearchParams(search);
  const date = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : "";
  };
  return {
    pickupLocation: fold(query.get("pickup") ?? ""),
    dropoffLocation: fold(query.get("dropoff") ?? ""),
    pickupDate: date("pickupDate"),
    returnDate: date("returnDate"),
    carType: carNameFrom(query.get("carType") ?? query.get("car") ?? ""),
  };
}
