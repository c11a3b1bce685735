import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Place } from "./rules";

export const kinds: Record<NonNullable<Place["kind"]>, MessageDescriptor> = {
  office: msg({ message: "Office", context: "kind of place" }),
  airport: msg({ message: "Airport", context: "kind of place" }),
  hotel: msg({ message: "Hotel", context: "kind of place" }),
  city: msg({ message: "City", context: "kind of place" }),
};
