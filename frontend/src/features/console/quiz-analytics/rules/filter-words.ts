import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { deviceName } from "@/features/console/shared/devices";
import { hoursWords } from "./hours";
import { matchOf, type Operator } from "./match";
import { type FilterName, noValue } from "./view";

export const filterTitles: Record<FilterName, MessageDescriptor> = {
  utmSource: msg`Source`,
  utmMedium: msg`Medium`,
  utmCampaign: msg`Campaign`,
  utmTerm: msg`Search term`,
  utmContent: msg`Ad`,
  landingPage: msg`Landing page`,
  device: msg`Device`,
  language: msg`Language`,
  country: msg`Country`,
  visitor: msg`New or returning`,
  quizVersion: msg`Quiz version`,
  hourOfWeek: msg`Time of the week`,
  answer: msg`Answer`,
};

const none = msg`None given`;
const visitors: Record<string, MessageDescriptor> = {
  new: msg({ message: "New", context: "visitor" }),
  returning: msg({ message: "Returning", context: "visitor" }),
  [noValue]: msg({ message: "Not known", context: "visitor" }),
};

/** What a value of a filter is called. Answers have their own names. */
export function valueName(name: FilterName, value: string): string {
  if (name === "device") return deviceName(value);
  const visitor = visitors[value];
  if (name === "visitor" && visitor) return i18n._(visitor);
  return value === noValue ? i18n._(none) : value;
}

export const operatorNames: Record<Operator, MessageDescriptor> = {
  is: msg({ message: "is", context: "filter" }),
  not: msg({ message: "is not", context: "filter" }),
  contains: msg({ message: "contains", context: "filter" }),
  lacks: msg({ message: "does not contain", context: "filter" }),
};

/** What a filter asks for, such as "phone", "is not phone, tablet" or "contains summer". */
export function matchWords(name: FilterName, text: string): string {
  if (name === "hourOfWeek") return hoursWords(text);
  const { operator, values } = matchOf(text);
  const named = values.map((value) => valueName(name, value)).join(", ");
  return operator === "is" ? named : `${i18n._(operatorNames[operator])} ${named}`;
}
