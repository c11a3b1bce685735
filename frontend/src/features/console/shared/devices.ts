import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const devices: Record<string, MessageDescriptor> = {
  phone: msg({ message: "Phone", context: "device" }),
  tablet: msg({ message: "Tablet", context: "device" }),
  desktop: msg({ message: "Computer", context: "device" }),
  unknown: msg({ message: "Unknown", context: "device" }),
};

/** What a visitor's device is called, by the code that the server counts it under. */
export function deviceName(code: string): string {
  const name = devices[code];
  return name ? i18n._(name) : code;
}
