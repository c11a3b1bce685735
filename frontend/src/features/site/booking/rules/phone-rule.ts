import { plural, t } from "@lingui/core/macro";
import { bookingRequestLimits } from "@/api/limits.gen";
import { readPhone } from "./phone";

/** A lightweight early check of a phone number, without a library. The server's check is the strict one. */

// As the product asks, country code and spaces included.
const minTextLength = bookingRequestLimits.customerPhone.minLength;
// ITU-T E.164, country code included.
const maxDigits = 15;
const minNationalDigits = 4;

/** Number of digits after the country code, for the most frequent countries with a fixed length. */
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

// Numbers there start with a zero that is also part of the international form.
const keepsZero = new Set(["+39", "+225", "+241", "+242", "+378"]);

function parts(text: string) {
  const { prefix, number } = readPhone(text, "");
  const digits = number.replace(/\D/g, "");
  return { prefix, digits: keepsZero.has(prefix) ? digits : digits.replace(/^0+(?=\d)/, "") };
}

function invalid(): string {
  return t`Please enter a valid phone number with country code`;
}

/** The error message of a number; null when it may be valid. */
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

/** The number in international format, such as +995599123456: no spaces, no trunk zero. */
export function internationalPhone(text: string): string {
  const { prefix, digits } = parts(text);
  return prefix ? prefix + digits : text.trim();
}
