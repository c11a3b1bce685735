import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Changes, Quote } from "./api";

/** How a booking came to the company. */
export const sourceWords: Record<Changes["source"], MessageDescriptor> = {
  site: msg({ message: "Your site", context: "source of a booking" }),
  phone: msg({ message: "Phone", context: "source of a booking" }),
  whatsapp: msg({ message: "WhatsApp", context: "source of a booking" }),
  chat: msg({ message: "Chat", context: "source of a booking" }),
  api: msg({ message: "Another system (API)", context: "source of a booking" }),
  walk_in: msg({ message: "Walk-in", context: "source of a booking" }),
};

/** What the company's rules say to a rental; the desk may decide otherwise. */
export const warningWords: Record<Quote["warnings"][number], MessageDescriptor> = {
  rental_too_short: msg`Shorter than your site lets anyone book.`,
  age_out_of_range: msg`The driver's age is outside your rental rules.`,
  pickup_in_the_past: msg`The pickup time has passed.`,
  group_too_large: msg`Exceeds the largest group your site accepts.`,
  pickup_place_closed: msg`The pickup place is closed at this time.`,
  return_place_closed: msg`The return place is closed at this time.`,
};

/** The availability of a car, after its name in a list. */
export const availabilityWords: Record<Quote["cars"][number]["state"], MessageDescriptor> = {
  available: msg({ message: "available", context: "availability of a car" }),
  few: msg({ message: "available", context: "availability of a car" }),
  held: msg({ message: "being booked", context: "availability of a car" }),
  booked: msg({ message: "unavailable", context: "availability of a car" }),
  unknown: msg({ message: "not tracked", context: "availability of a car" }),
};
