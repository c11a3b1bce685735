import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { HandoverPlace, Place } from "./rules";

export const kinds: Record<NonNullable<Place["kind"]>, MessageDescriptor> = {
  office: msg({ message: "Office", context: "kind of place" }),
  airport: msg({ message: "Airport", context: "kind of place" }),
  hotel: msg({ message: "Hotel", context: "kind of place" }),
  city: msg({ message: "City", context: "kind of place" }),
};

export const handoverKinds: Record<HandoverPlace["kind"], MessageDescriptor> = {
  airport: msg({ message: "Airport", context: "kind of place" }),
  station: msg({ message: "Station", context: "kind of place" }),
  address: msg({ message: "Hotel or address", context: "kind of place" }),
  office: msg({ message: "Office", context: "kind of place" }),
};

export const flightNumberChoices: Record<HandoverPlace["flightNumber"], MessageDescriptor> = {
  off: msg`Do not ask`,
  optional: msg({ message: "Optional", context: "flight number" }),
  required: msg({ message: "Required", context: "flight number" }),
};
