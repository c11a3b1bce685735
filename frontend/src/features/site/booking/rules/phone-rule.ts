import { plural, t } from "@lingui/core/macro";
import { bookingRequestLimits } from "@/api/limits.gen";
import { readPhone } from "./phone";

/** The early check of a phone number: light, so that it costs no library. The server's own check is the strict one. */

// As the product asks, country code and spaces included.
const minTextLength = bookingRequestLimits.customerPhone.minLength;
// ITU-T E.164, country code included.
const maxDigits = 15;
const minNationalDigits = 4;

/** Digits after the country code where a country has one length for all its numbers, of the most frequent visitors. */
const nationalDigits: Record<string, number> = {
  "+1": 10,
  "+7": 10,
  "+33": 9,
  "+34": 9,
  "+45": 8,
  "+48": 9,
  "+90": 10,
  "+91": 10,
  "+351": 9,
  "+374": 8,
  "+375": 9,
  "+380": 9,
  "+420": 9,
  "+994": 9,
  "+995": 9,
};

// Numbers there begin with a zero that also belongs to the international form.
const keepsZero = new Set(["+39", "+225", "+241", "+242", "+378"]);

function parts(text: string) {
  const { prefix, number } = readPhone(text, "");
  const digits = number.replace(/\D/g, "");
  return { prefix, digits: keepsZero.has(prefix) ? digits : digits.replace(/^0+(?=\d)/, "") };
}

function invalid(): string {
  return t`Please enter a valid phone number with country code`;
}

/** What is wrong with a number, in words; null when it may be right. */
export function phoneProblem(text: string): string | null {
  if (text.trim().length < minTextLength || !/^\+?[\d\s().-]+$/.test(text)) return invalid();
  const { prefix, digits } = parts(text);
  const count = digits.length;
  if (!prefix || count < minNationalDigits || prefix.length - 1 + count > maxDigits) return invalid();
  const wanted = nationalDigits[prefix];
  if (wanted === undefined || count === wanted) return null;
  return plural(wanted, {
    one: `A number has # digit after ${prefix}; this one has ${count}`,
    other: `A number has # digits after ${prefix}; this one has ${count}`,
  });
}

/** The number as the world dials it, such as +995599123456: no spaces, no zero of calls within the country. */
export function internationalPhone(text: string): string {
  const { prefix, digits } = parts(text);
  return prefix ? prefix + digits : text.trim();
}
